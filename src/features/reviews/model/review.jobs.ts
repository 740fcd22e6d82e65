import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Shows a review whose other side has written nothing. */
export const showJob = defineJob('reviews.show', z.object({ reviewId: z.string() }));

/** Measures how an order went. The subject is the order. */
export const measureSaleJob = defineJob('reviews.measure-sale', z.object({ subject: z.string() }));

/** Measures the first answer in a conversation. The subject is the thread. */
export const measureAnswerJob = defineJob('reviews.measure-answer', z.object({ subject: z.string() }));

/** Lets the reviews of an order weigh in ratings, or not, as the order is. The subject is the order. */
export const followOrderJob = defineJob('reviews.follow-order', z.object({ subject: z.string() }));

/** Recounts the facts of members who are due. */
export const recountJob = defineJob('reviews.recount', z.object({}));

/** Puts ratings right that are not what the reviews add up to. */
export const checkRatingsJob = defineJob('reviews.check-ratings', z.object({}));

/** Shows those whose timer has been lost. */
export const reconcileJob = defineJob('reviews.reconcile', z.object({}));
