import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { currencySchema, moneySchema } from '#kernel/numbers/money-schema.ts';

const reason = line('Reason', 500).refine((text) => text.length >= 3, 'Enter a reason of at least 3 characters.');

const id = (missing: string) => z.string({ error: missing }).regex(/^[\w.-]{1,200}$/, missing);
const orderId = id('Enter the ID of an order.');
const sellerId = id('Enter the ID of a seller.');

export const moneyDecisionInput = z
  .discriminatedUnion('act', [
    z.strictObject({ act: z.literal('confirm_opening'), currency: currencySchema, reason }),
    z.strictObject({ act: z.literal('book_as_own'), source: id('Enter the ID at Stripe.'), reason }),
    z.strictObject({ act: z.literal('stop_payouts'), reason }),
    z.strictObject({ act: z.literal('release_order'), orderId, reason }),
    z.strictObject({ act: z.literal('refund_order'), orderId, reason }),
    z.strictObject({ act: z.literal('write_off_debt'), sellerId, currency: currencySchema, reason }),
  ])
  .meta({ id: 'MoneyDecisionIn' });
export type MoneyDecision = z.output<typeof moneyDecisionInput>;

const figuresSchema = z.object({
  currency: currencySchema,
  atStripe: moneySchema.describe('The balance at Stripe by the ledger.'),
  held: moneySchema.describe('Of orders that are not released.'),
  outside: moneySchema.describe('Of orders that were paid before payouts existed. You pay their sellers yourself.'),
  owed: moneySchema.describe('Of sellers, released and not sent.'),
  debts: moneySchema.describe('What sellers owe.'),
  fees: moneySchema.describe('Selling fees without tax.'),
  tax: moneySchema,
  stripeCost: moneySchema,
  losses: moneySchema,
  margin: moneySchema.describe('Fees less the cost of Stripe and losses.'),
  host: moneySchema.describe('The host’s own money at Stripe.'),
});

const debtSchema = z.object({
  id: z.string().describe('The seller.'),
  username: z.string().nullable(),
  debt: moneySchema,
  since: z.iso.datetime().nullable().describe('When the oldest part that is not paid began.'),
  isOverdue: z.boolean().describe('They can’t add listings.'),
  canWriteOff: z.boolean(),
});

const undecidedSchema = z.object({
  orderId: z.string(),
  sellerId: z.string(),
  seller: z.string().nullable(),
  held: moneySchema,
  paidAt: z.iso.datetime(),
});

export const marketMoneySchema = z
  .object({
    currencies: z.array(figuresSchema),
    debts: z.array(debtSchema).describe('The 50 largest.'),
    undecided: z.array(undecidedSchema).describe('Orders on hold for so long that an admin decides; the oldest 50.'),
  })
  .meta({ id: 'MarketMoney' });
