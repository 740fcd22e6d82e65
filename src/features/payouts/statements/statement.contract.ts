import * as z from 'zod';
import { currencySchema, moneySchema } from '#kernel/numbers/money-schema.ts';
import { bankPayoutSchema } from '../bank/bank-payouts.contract.ts';
import { monthPattern } from './month.ts';

/** A month in an address: `2026-11`. */
export const monthParams = z.object({
  month: z.string().regex(monthPattern, 'Enter a month, for example 2026-11.').describe('A month in UTC: `2026-11`.'),
});

const balance = z.object({
  held: moneySchema,
  ready: moneySchema,
  debt: moneySchema,
  total: moneySchema.describe('Held and ready, less what you owe.'),
});

const movements = {
  fees: moneySchema.describe('Selling fees, tax included: below 0, above 0 where a fee was returned.'),
  refunds: moneySchema,
  disputes: moneySchema.describe('Payments that banks took, less what they returned.'),
  transfers: moneySchema.describe('Sent to your account at the payment provider, less what came back.'),
  corrections: moneySchema.describe('Debts that were written off, and other corrections.'),
};

const line = z.object({
  orderId: z.string().nullable(),
  number: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
  cards: moneySchema.describe('What the buyer paid for the cards, in the month of the payment.'),
  shipping: moneySchema,
  ...movements,
  change: moneySchema.describe('The sum of these amounts.'),
});

const statementSchema = z
  .object({
    currency: currencySchema,
    opening: balance,
    lines: z.array(line),
    totals: z.object({ sales: moneySchema, ...movements, change: moneySchema }),
    closing: balance,
  })
  .meta({ id: 'Statement' });

export const statementsSchema = z
  .object({
    month: z.string(),
    isFinal: z.boolean().describe('Whether the month is over.'),
    statements: z.array(statementSchema),
    bankPayouts: z
      .array(bankPayoutSchema)
      .describe('Made in this month, in their state of today. They aren’t part of a balance, which ends at Stripe.'),
  })
  .meta({ id: 'Statements' });
export type Statements = z.output<typeof statementsSchema>;
export type ShownStatement = Statements['statements'][number];
