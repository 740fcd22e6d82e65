import * as z from 'zod';
import { currencySchema, moneySchema } from '#kernel/numbers/money-schema.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { bankPayoutId } from '../bank/bank-payout.rules.ts';
import { bankPayoutLineSchema } from '../bank/bank-payouts.contract.ts';
import { pauseReasons } from '../model/payout.states.ts';

/** The states that a seller sees. `on_the_way`: sent, and not yet at the seller's bank. `paid_out`: it is. */
export const moneyStates = ['held', 'ready', 'on_the_way', 'paid_out', 'returned'] as const;
export type MoneyState = (typeof moneyStates)[number];

export const payoutBalanceSchema = z
  .object({
    currencies: z.array(
      z.object({
        currency: currencySchema,
        held: moneySchema.describe('Of orders that are not released yet, after fees.'),
        ready: moneySchema.describe('Released, and not sent yet.'),
        onTheWay: moneySchema.describe('Sent to Stripe, and not yet at your bank.'),
        paidOut: moneySchema.describe('Arrived at your bank, less what was taken back after refunds.'),
        debt: moneySchema.describe('What you owe after refunds. It is taken off your next payouts.'),
        next: z
          .object({ at: z.iso.datetime(), amount: moneySchema })
          .nullable()
          .describe('The next release, and the amount of that day.'),
      }),
    ),
  })
  .meta({ id: 'PayoutBalance' });
export type PayoutBalance = z.output<typeof payoutBalanceSchema>;

export const orderPayoutSchema = z.object({
  orderId: z.string(),
  title: z.string(),
  state: z.enum(moneyStates),
  amount: moneySchema.describe('After fees and refunds.'),
  paidAt: z.iso.datetime(),
  dueAt: z.iso.datetime().nullable().describe('The release, while it is held and the order was delivered.'),
  readyAt: z.iso.datetime().nullable().describe('When it was released.'),
  sentAt: z.iso.datetime().nullable().describe('When it was sent to your account at the payment provider.'),
  pause: z
    .object({ reason: z.enum(pauseReasons), sentence: z.string(), until: z.iso.datetime().nullable() })
    .nullable()
    .describe('Why it isn’t sent yet.'),
  bankPayout: bankPayoutLineSchema.nullable().describe('The latest payout to your bank with its money.'),
});
export type OrderPayout = z.output<typeof orderPayoutSchema>;

export const orderPayoutsSchema = pageSchema(orderPayoutSchema).meta({ id: 'OrderPayoutPage' });

export const orderPayoutsQuery = z.strictObject({
  ...pageQuery(20),
  state: z.enum(moneyStates, 'Select held, ready, on_the_way, paid_out or returned.').optional(),
  bankPayout: z
    .string()
    .regex(bankPayoutId, 'Enter the id of a payout.')
    .optional()
    .describe('Only the orders of this payout.'),
});
