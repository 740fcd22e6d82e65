/** Stripe's words for how far a payout to a bank is. One that was paid may still fail. */
export const bankPayoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;
export type BankPayoutStatus = (typeof bankPayoutStatuses)[number];

const order: Readonly<Record<BankPayoutStatus, number>> = {
  pending: 0,
  in_transit: 1,
  paid: 2,
  failed: 3,
  canceled: 3,
};

/** What an id of Stripe's looks like. */
export const bankPayoutId = /^\w{1,100}$/;

/** Stripe's status; one that is not known yet is under way. */
export const statusOf = (word: string): BankPayoutStatus =>
  bankPayoutStatuses.find((known) => known === word) ?? 'pending';

/** Whether the status that was read is later than the known one. It never goes back: an older reading changes nothing. */
export const isLater = (known: BankPayoutStatus, read: BankPayoutStatus): boolean => order[read] > order[known];

/** Whether its money is at Stripe again, and goes into a later payout. */
export const isReturned = (status: BankPayoutStatus): boolean => status === 'failed' || status === 'canceled';
