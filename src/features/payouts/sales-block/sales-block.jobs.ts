import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** An order was paid, or its money returned: whether its seller's listings can be bought. The subject is the order. */
export const followSalesJob = defineJob('payouts.follow-sales', z.object({ subject: z.string() }));
