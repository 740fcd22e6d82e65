import type { OrderWeight } from '#features/orders/contract.ts';
import { dayMs } from '#kernel/time.ts';

export const reviewTimes = {
  /** The time for each side to write, from the delivery on. */
  writeWithinMs: 60 * dayMs,
  /** A review whose other side has written nothing is shown so long after it was written. */
  showAfterMs: 7 * dayMs,
  /** Its author may change it so long, while it is not shown. */
  editWithinMs: dayMs,
  /** Of several reviews of one member by another, one within this time counts in the average. */
  countsAgainMs: 30 * dayMs,
} as const;

export type Writable = 'yes' | 'not_delivered' | 'too_late' | 'shown' | 'edit_over';

/** When an order arrived, by its way; null where it has not. */
export function arrivedAt<At extends Date | string>(history: readonly { status: string; at: At }[]): At | null {
  return history.find(({ status }) => status === 'delivered')?.at ?? null;
}

/**
 * Whether a side may write or rewrite its review now. `deliveredAt` is null where the order was never delivered; what
 * happens to the order later (a report, a refund) takes the right from neither side.
 */
export function mayWrite(
  deliveredAt: Date | null,
  written: { createdAt: Date; shownAt: Date | null } | null,
  now: Date,
): Writable {
  if (deliveredAt === null) return 'not_delivered';
  if (written === null) return now.getTime() - deliveredAt.getTime() < reviewTimes.writeWithinMs ? 'yes' : 'too_late';
  if (written.shownAt !== null) return 'shown';
  return now.getTime() - written.createdAt.getTime() < reviewTimes.editWithinMs ? 'yes' : 'edit_over';
}

/** The same, from an order's way as its page shows it. */
export function writable(
  history: readonly { status: string; at: string }[],
  written: { createdAt: string; shownAt: string | null } | null,
  now: Date,
): Writable {
  const delivered = arrivedAt(history);
  const own = written && {
    createdAt: new Date(written.createdAt),
    shownAt: written.shownAt === null ? null : new Date(written.shownAt),
  };
  return mayWrite(delivered === null ? null : new Date(delivered), own, now);
}

/**
 * Whether a review that is shown at this moment counts in the average: none of the same pair that does was shown less
 * than a month before or after.
 */
export function countsBeside(counted: readonly Date[], shownAt: Date): boolean {
  return counted.every((other) => Math.abs(shownAt.getTime() - other.getTime()) >= reviewTimes.countsAgainMs);
}

/** Up to so many stars a review counts although its order was refunded: a refund must not remove a bad review. */
const countsRefundedUntil = 3;

/**
 * Whether a review may count in the average, by its stars and by what its order counts for (`orderWeights`). Good ones
 * of refunded orders do not: they would cost nothing.
 */
export function mayCount(rating: number, weight: OrderWeight): boolean {
  return weight === 'sale' || (weight === 'refunded' && rating <= countsRefundedUntil);
}
