/** Face, browser: what orders give to other pages. */
import { lazyPart } from '#ui/lazy-part.ts';

export { BuyBox } from './components/buy-box.tsx';
export type { ActionAnswer } from './components/order/order-actions.tsx';
export { OrderCard } from './components/order/order-card.tsx';
export { disputeWords, historyLines, nextStep, type Side, statusWords } from './components/order/order-words.ts';
export { OrderView } from './components/order-view.tsx';
export { ProblemPhotos } from './components/problem-photos.tsx';

/** Beside what a page is for: drawn with it, and fetched after it. */
export const Deadlines = lazyPart(() => import('./components/deadlines.tsx'));
