/** The states of an order's money, from the payment to the seller's account at Stripe. */
export const payoutStates = ['held', 'ready', 'sent', 'returned', 'outside'] as const;
export type PayoutState = (typeof payoutStates)[number];

export const transferStates = ['claimed', 'sent', 'failed'] as const;
export const reversalStates = ['claimed', 'done', 'refused'] as const;

/** Why money waits. `pause.rules.ts` finds the reason; pages and emails have a sentence for each. */
export const pauseReasons = [
  /** The order is not delivered. */
  'not_delivered',
  /** The days after the delivery. */
  'hold',
  /** The buyer reported a problem. */
  'problem',
  /** The buyer withdrew from the purchase and returns the cards. */
  'withdrawal',
  /** The buyer's bank asks for the payment back. */
  'bank_dispute',
  'fraud_warning',
  /** A refund is on its way, or has failed. */
  'refund',
  /** The order does not match Stripe. */
  'attention',
  /** It was canceled or refunded, and has money all the same. */
  'ended',
  'suspended',
  /** The seller's account at Stripe can't receive money. */
  'account',
  /** The seller's bank account was changed. */
  'bank_changed',
  /** The sales must be reported to the tax authority, and the seller didn't add their tax details. */
  'tax_details',
  /** It is held for so long that an admin decides. */
  'decide',
  /** Stripe refused the transfer. */
  'refused',
  /** The market's balance at Stripe is too small. */
  'short',
] as const;
export type PauseReason = (typeof pauseReasons)[number];
