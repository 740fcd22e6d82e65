/** Face, browser: the place for an ad. It stands below what a page is for, so it is fetched after that. */
import { lazyPart } from '#ui/lazy-part.ts';

export const AdPlace = lazyPart(() => import('./components/ad-place.tsx'));
