/** Public API in React: components about offers for other pages. */
import { lazyPart } from '#ui/lazy-part.ts';

export { AnswerTimeNote } from './components/answer-time-note.tsx';
export { OfferButton, RequestedOffer } from './components/offer-button.tsx';
export { OfferCard } from './components/offer-card.tsx';

/** Only the seller's browser needs what they send to those who saved a listing. */
export const WatchersPanel = lazyPart(() => import('./components/watchers-panel.tsx'));
