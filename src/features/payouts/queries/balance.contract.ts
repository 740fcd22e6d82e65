import * as z from 'zod';
import { currencySchema, moneySchema } from '#kernel/numbers/money-schema.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { pauseReasons } from '../model/payout.states.ts';

/** The states that a seller sees. `on_the_way`: being sent to the seller's account at Stripe. */
export const moneyStates = ['held', 'ready', 'on_the_way', 'sent', 'returned'] as const;
export type MoneyState = (typeof moneyStates)[number];

export const payoutBalanceSchema = z
  .object({
    currencies: z.array(
      z.object({
        currency: currencySchema,
        held: moneySchema.describe('Of orders that are not released yet, after fees.'),
        ready: moneySchema.describe('Released, and not sent yet.'),
        onTheWay: moneySchema.describe('Being sent to your account at Stripe.'),
        paidOut: moneySchema.describe('Sent to your account at Stripe, less what was taken back.'),
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
  sentAt: z.iso.datetime().nullable(),
  pause: z
    .object({ reason: z.enum(pauseReasons), sentence: z.string(), until: z.iso.datetime().nullable() })
    .nullable()
    .describe('Why it isn’t sent yet.'),
});
export type OrderPayout = z.output<typeof orderPayoutSchema>;

export const orderPayoutsSchema = pageSchema(orderPayoutSchema).meta({ id: 'OrderPayoutPage' });

export const orderPayoutsQuery = z.strictObject({
  ...pageQuery(20),
  state: z.enum(moneyStates, 'Select held, ready, on_the_way, sent or returned.').optional(),
});
