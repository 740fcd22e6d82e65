/** Face, React: that somebody is away. Few are, so pages fetch it where one is. */
import { lazyPart } from '#ui/lazy-part.ts';

export const AwayNote = lazyPart(() => import('./components/vacation-note.tsx'));
