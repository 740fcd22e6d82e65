/** Face, browser: reviews and measured facts as other pages show them. */
export { FactsPanel, SellerFacts } from './components/facts-panel.tsx';
export { OrderReviews } from './components/order-reviews.tsx';
export { ReviewList } from './components/review-list.tsx';
