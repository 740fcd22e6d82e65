import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Whether a seller's listings can be bought; keyed by the seller. */
export const followSalesJob = defineJob('payouts.follow-sales', z.object({ sellerId: z.string() }));
