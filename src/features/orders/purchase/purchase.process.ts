/**
 * The life of a purchase until it is paid, as data. It moves its orders with it (`pay`, `pay_late`, `expire` and
 * `cancel` of `order.process.ts`); a paid one never changes, and its orders are separate then.
 */
export const purchaseStatuses = ['open', 'paid', 'canceled'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

export interface PurchaseTransition {
  verb: 'pay' | 'pay_late' | 'expire' | 'cancel';
  from: PurchaseStatus;
  to: PurchaseStatus;
  by: readonly ('buyer' | 'timer' | 'stripe')[];
}

export const purchaseTransitions: readonly PurchaseTransition[] = [
  { verb: 'pay', from: 'open', to: 'paid', by: ['stripe'] },
  // The payment succeeded after the hold had ended, and the copies of at least one order are still free.
  { verb: 'pay_late', from: 'canceled', to: 'paid', by: ['stripe'] },
  { verb: 'expire', from: 'open', to: 'canceled', by: ['timer', 'stripe'] },
  { verb: 'cancel', from: 'open', to: 'canceled', by: ['buyer'] },
];

/** What ends each state that is not final. */
export const purchaseWaits: Readonly<
  Partial<Record<PurchaseStatus, { verb: PurchaseTransition['verb']; by: 'timer'; ends: 'by itself' }>>
> = {
  open: { verb: 'expire', by: 'timer', ends: 'by itself' },
};

/** All cards or none, or what is still available. */
export const purchaseModes = ['all', 'available'] as const;
export type PurchaseMode = (typeof purchaseModes)[number];
