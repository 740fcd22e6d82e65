import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

/** What the seller of an order owes has changed: whether they can add listings. The subject is the order. */
export const followDebtJob = defineJob('payouts.follow-debt', z.object({ subject: z.string() }));

/** Looks at all debts: some have become too old. */
export const followDebtsJob = defineJob('payouts.follow-debts', z.object({}));

/** Emails a seller that a debt was written off; `amount` in minor units. */
export const mailWriteOffJob = defineJob(
  'payouts.mail-write-off',
  z.object({ sellerId: z.string(), amount: z.number(), currency: z.string(), writeOffId: z.string() }),
);
