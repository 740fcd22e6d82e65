/** Public API, React: the vacation note. Few sellers are away, so pages load it on demand. */
import { lazyPart } from '#ui/lazy-part.ts';

export const AwayNote = lazyPart(() => import('./components/vacation-note.tsx'));
