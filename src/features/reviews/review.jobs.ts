import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Shows a review whose other side has written nothing. */
export const showJob = defineJob('reviews.show', z.object({ reviewId: z.string() }));

/** Shows those whose timer has been lost. */
export const reconcileJob = defineJob('reviews.reconcile', z.object({}));
