import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Asks sellers for the details of the tax report, reminds them, and holds payouts. */
export const watchTaxDetailsJob = defineJob('payouts.watch-tax-details', z.object({}));

export const mailTaxDetailsJob = defineJob(
  'payouts.mail-tax-details',
  z.object({ sellerId: z.string(), step: z.enum(['ask', 'remind', 'hold']), until: z.string(), about: z.string() }),
);
