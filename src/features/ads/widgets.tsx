/** Public API in the browser: the space for an ad. It is below the content of a page, so it is loaded lazily. */
import { lazyPart } from '#ui/lazy-part.ts';

export const AdPlace = lazyPart(() => import('./components/ad-place.tsx'));
