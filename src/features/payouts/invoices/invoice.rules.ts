import { noTax, type Tax, taxIn, taxOfCredit } from '../tax/tax.rules.ts';
import type { InvoiceLine } from './invoice.tables.ts';

/** An invoice that an order's fee was charged with. */
export interface EarlierInvoice extends Tax {
  id: string;
  /** With tax. */
  total: number;
  /** Credited until now, with tax. */
  credited: number;
}

/** An invoice or credit note without its number. */
export interface Draft extends Tax {
  kind: 'invoice' | 'credit_note';
  corrects: string | null;
  net: number;
  tax: number;
  lines: InvoiceLine[];
}

const sumOf = (lines: readonly InvoiceLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/**
 * The invoice of a month's fees, and a credit note for each earlier invoice of which fees were returned, with the tax of
 * that invoice. Fees are per order: what was charged and returned in the same month is not on an invoice.
 */
export function draftsOf(
  fees: readonly InvoiceLine[],
  tax: Tax,
  invoiceOf: (orderId: string) => EarlierInvoice | undefined,
): Draft[] {
  const charged = fees.filter(({ amount }) => amount > 0);
  const drafts: Draft[] = [];
  if (charged.length > 0) {
    const total = sumOf(charged);
    const part = taxIn(total, tax.basisPoints);
    drafts.push({ ...taxFields(tax), kind: 'invoice', corrects: null, net: total - part, tax: part, lines: charged });
  }
  const returned = Map.groupBy(
    fees.filter(({ amount }) => amount < 0).map(({ orderId, amount }) => ({ orderId, amount: -amount })),
    ({ orderId }) => invoiceOf(orderId)?.id ?? null,
  );
  for (const [corrects, lines] of returned) {
    const earlier = invoiceOf(lines[0]?.orderId ?? '');
    const { basisPoints } = earlier ?? noTax;
    const total = sumOf(lines);
    const part = earlier
      ? taxOfCredit({ total: earlier.total, creditedBefore: earlier.credited }, total, basisPoints)
      : 0;
    const credit = { kind: 'credit_note', corrects, net: total - part, tax: part, lines } as const;
    drafts.push({ ...taxFields(earlier ?? noTax), ...credit });
  }
  return drafts;
}

const taxFields = ({ basisPoints, name, note }: Tax): Tax => ({ basisPoints, name, note });
