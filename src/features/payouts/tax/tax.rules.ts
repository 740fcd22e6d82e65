/** The tax that selling fees contain. */
export interface Tax {
  /** Hundredths of a percent: 1900 is 19 %. */
  basisPoints: number;
  /** Printed on invoices: `VAT`. */
  name: string;
  /** Printed on invoices, for example why there is no tax. */
  note: string | null;
}

export const noTax: Tax = { basisPoints: 0, name: 'VAT', note: null };
export const taxLimits = { basisPoints: 5_000, name: 20, note: 300 } as const;

/** The tax in an amount that includes it, rounded to minor units. */
export const taxIn = (amount: number, basisPoints: number): number =>
  Math.round((amount * basisPoints) / (10_000 + basisPoints));

/**
 * The tax of a credit note: what of the invoice's tax is too much now. So the tax of all credit notes of a whole invoice
 * is exactly its tax, also where each part is rounded.
 */
export function taxOfCredit(invoice: { total: number; creditedBefore: number }, amount: number, basisPoints: number) {
  const left = invoice.total - invoice.creditedBefore;
  return taxIn(left, basisPoints) - taxIn(left - amount, basisPoints);
}
