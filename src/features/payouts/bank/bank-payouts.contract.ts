import * as z from 'zod';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { bankPayoutStatuses } from './bank-payout.rules.ts';

/** What an order says of the payout that holds its money. */
export const bankPayoutLineSchema = z.object({
  id: z.string().describe('The payment provider’s.'),
  status: z.enum(bankPayoutStatuses),
  arrivesAt: z.iso.datetime().describe('When it is expected at your bank, or arrived.'),
  problem: z.string().nullable().describe('Why it didn’t reach your bank, and what to do.'),
});
export type BankPayoutLine = z.output<typeof bankPayoutLineSchema>;

export const bankPayoutSchema = bankPayoutLineSchema
  .extend({
    amount: moneySchema.describe('In the currency of your bank account.'),
    createdAt: z.iso.datetime(),
    isAutomatic: z
      .boolean()
      .describe('False: you started it at Stripe. It holds your oldest orders then, because Stripe doesn’t name them.'),
    orders: z.int().describe('How many orders it holds: `GET /api/payouts?bankPayout=ID` lists them.'),
  })
  .meta({ id: 'BankPayout' });
export type BankPayout = z.output<typeof bankPayoutSchema>;

export const bankPayoutsSchema = pageSchema(bankPayoutSchema).meta({ id: 'BankPayoutPage' });
export const bankPayoutsQuery = z.strictObject(pageQuery(20));
