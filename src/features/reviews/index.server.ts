/** Public API on the server: what pages and other features may use of reviews. */

export { countFacts } from './facts/update-facts.server.ts';
export { writable } from './model/review.rules.ts';
export { countStars, listReviewsOf, reviewsOfOrder } from './reviews.queries.server.ts';
export { actOnReview, readReviewUpdates } from './write/act-on-review.server.ts';
export { hideReview, releaseReview } from './write/hide-review.server.ts';
export { inspectReview, reviewTitle } from './write/inspect-review.server.ts';
export { replyToReview, writeReview } from './write/write-review.server.ts';
