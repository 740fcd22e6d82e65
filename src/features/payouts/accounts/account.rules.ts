import { addMs, dayMs, hourMs } from '#kernel/time.ts';
import type { PayoutAccountRow } from './payout-account.tables.ts';

export const accountTimes = {
  /** No transfers after a change of the bank account. */
  bankPauseMs: 72 * hourMs,
  /** After the start, when it is not finished. */
  unfinishedMs: 3 * dayMs,
  /** Before Stripe's deadline. */
  beforeDeadlineMs: 7 * dayMs,
};

/** When to remind of a deadline; null without one that the seller can meet. */
export function deadlineReminder({
  deadlineAt,
  requirements,
}: Pick<PayoutAccountRow, 'deadlineAt' | 'requirements'>): Date | null {
  const waits = requirements.some(({ by, isPastDue }) => by === 'member' && !isPastDue);
  return deadlineAt && waits ? addMs(deadlineAt, -accountTimes.beforeDeadlineMs) : null;
}

/** Whether a reading shows another bank account than the last one known; the first is none. */
export const isBankChanged = (known: string | null, read: string | null): boolean =>
  known !== null && read !== null && known !== read;
