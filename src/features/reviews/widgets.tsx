/** Face, browser: reviews as other pages show them. */
export { OrderReviews } from './components/order-reviews.tsx';
export { ReviewList } from './components/review-list.tsx';
