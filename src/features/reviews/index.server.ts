/** Face, server: what pages may ask of reviews. */
export { actOnReview, readReviewNews } from './act-on-review.server.ts';
export { hideReview, releaseReview } from './hide-review.server.ts';
export { lookAtReview } from './inspect-review.server.ts';
export { writable } from './review.rules.ts';
export { countStars, listReviewsOf, reviewsOfOrder } from './reviews.queries.server.ts';
export { countFacts } from './update-facts.server.ts';
export { replyToReview, writeReview } from './write-review.server.ts';
