/** Public API in the browser: components about orders for other pages. */
import { lazyPart } from '#ui/lazy-part.ts';

export { BuyBox, buyFormId } from './components/buy-box.tsx';
export type { ActionAnswer } from './components/order/order-actions.tsx';
export { OrderCard } from './components/order/order-card.tsx';
export {
  disputeWords,
  historyLines,
  nextStep,
  type Side,
  statusBadge,
  statusWords,
} from './components/order/order-words.ts';
export { OrderView } from './components/order-view.tsx';
export { ProblemPhotos } from './components/problem-photos.tsx';
export { ProtectionTable } from './components/protection-table.tsx';
export type { BuyersShipping } from './place/shipping/buyers-shipping.ts';

/** A secondary part of a page: rendered with it, and its script loaded after it. */
export const Deadlines = lazyPart(() => import('./components/deadlines.tsx'));
