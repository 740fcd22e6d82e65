import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const oneSeller = z.object({ sellerId: z.string() });

/** Reads a seller's account at Stripe; keyed by the seller. */
export const readAccountJob = defineJob('payouts.read-account', oneSeller);
/** Reads every account that is not over, and its payouts to the bank. */
export const readAccountsJob = defineJob('payouts.read-accounts', z.object({}));
/** Reminds a seller who started and did not finish; keyed by the seller. */
export const remindOfAccountJob = defineJob('payouts.remind-of-account', oneSeller);
/** Reminds a seller of what Stripe wants by a date; keyed by the seller. */
export const remindOfDeadlineJob = defineJob('payouts.remind-of-deadline', oneSeller);
/** Closes at Stripe the account of a member who has gone. */
export const closeAccountJob = defineJob('payouts.close-account', oneSeller);

export const accountEmailNames = [
  'unfinished',
  'restricted',
  'deadline',
  'active',
  'rejected',
  'closed',
  'bank_changed',
] as const;
export type AccountEmail = (typeof accountEmailNames)[number];

export const mailAccountJob = defineJob(
  'payouts.mail-account',
  z.object({ sellerId: z.string(), email: z.enum(accountEmailNames), about: z.string(), to: z.string().optional() }),
);
