/** A credit note returns fees of an earlier invoice. */
export const invoiceKinds = ['invoice', 'credit_note'] as const;
