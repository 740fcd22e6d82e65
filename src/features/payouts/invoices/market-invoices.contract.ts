import * as z from 'zod';
import { moneySchema } from '#kernel/numbers/money-schema.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { monthPattern } from '../statements/month.ts';
import { invoiceKinds } from './invoice-kinds.ts';

const month = z
  .string()
  .regex(monthPattern, 'Enter a month, for example 2026-11.')
  .optional()
  .describe('The month of the fees, in UTC: `2026-11`. Without it, all months.');

/** Which invoices of the market are listed. */
export const marketInvoicesQuery = z.object({ month, ...pageQuery(50) });
export const marketInvoicesFileQuery = z.object({ month });

/** Amounts of a credit note are below 0. */
export const marketInvoiceSchema = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: z.enum(invoiceKinds),
    corrects: z.string().nullable().describe('The number of the invoice that a credit note corrects.'),
    month: z.string(),
    issuedAt: z.iso.datetime(),
    sellerId: z.string(),
    recipient: z.string().describe('The seller’s name as printed.'),
    net: moneySchema,
    tax: moneySchema,
    total: moneySchema,
  })
  .meta({ id: 'MarketInvoice' });
export type MarketInvoice = z.output<typeof marketInvoiceSchema>;

export const marketInvoicesSchema = pageSchema(marketInvoiceSchema).extend({
  missing: z.array(z.string()).describe('Numbers that no invoice has, at most 20. There must be none.'),
});
