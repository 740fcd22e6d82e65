import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Makes the money of an order agree with the order and the books. The subject is the order. */
export const settlePayoutJob = defineJob('payouts.settle', z.object({ subject: z.string() }));

/** Releases what is due. */
export const releaseDueJob = defineJob('payouts.release-due', z.object({}));
