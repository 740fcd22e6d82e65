import { lazyPart } from '#ui/lazy-part.ts';

/** Public API for pages of other features. */
export { planLine } from './components/plan-words.ts';
export { tierRows } from './model/tier-rows.ts';
export const TierRefresh = lazyPart(() => import('./components/tier-refresh.tsx'));
