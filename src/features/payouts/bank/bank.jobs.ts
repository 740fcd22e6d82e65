import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Reads the payouts of a seller's account to their bank; keyed by the seller. */
export const readBankPayoutsJob = defineJob('payouts.read-bank-payouts', z.object({ sellerId: z.string() }));
/** Emails a seller that their bank sent a payout back. */
export const mailFailedPayoutJob = defineJob('payouts.mail-failed-payout', z.object({ bankPayoutId: z.string() }));
