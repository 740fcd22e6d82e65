/** Face, browser: reviews and measured facts as other pages show them. */
import { lazyPart } from '#ui/lazy-part.ts';
// Of a part that the server draws and the browser fetches later: its look comes with the page, whose script may sleep.
import './components/facts.css';

/** Figures beside what a page is for: drawn with it, and fetched after it. */
export const FactsPanel = lazyPart(() => import('./components/facts-panel.tsx'));
export const SellerFacts = lazyPart(() => import('./components/seller-facts.tsx'));
export { OrderReviews } from './components/order-reviews.tsx';
export { ReviewList } from './components/review-list.tsx';
