/** Public API in the browser: reviews and measured facts for other pages. */
import { lazyPart } from '#ui/lazy-part.ts';
// The styles of parts whose script is loaded later: the server renders them, so the page needs the styles at once.
import './components/facts.css';

/** Secondary parts of a page: rendered with it, and their script loaded after it. */
export const FactsPanel = lazyPart(() => import('./components/facts-panel.tsx'));
export const SellerFacts = lazyPart(() => import('./components/seller-facts.tsx'));
export { OrderReviews } from './components/order-reviews.tsx';
export { ReviewList } from './components/review-list.tsx';
