import { addMs, dayMs } from '#kernel/time.ts';
import type { PayoutFigures } from '../model/payout-rule.ts';

interface Owed {
  amount: number;
  since: Date | null;
}

/** Whether a seller owes so much, or for so long, that they can't add listings. */
export function isOverdue(
  { amount, since }: Owed,
  { debtOver, debtAfterDays }: Pick<PayoutFigures, 'debtOver' | 'debtAfterDays'>,
  now: Date,
): boolean {
  return amount > 0 && (amount > debtOver || (since !== null && since < addMs(now, -debtAfterDays * dayMs)));
}

/** Whether an admin may write off a debt of this age. */
export const mayWriteOff = (
  { since }: Pick<Owed, 'since'>,
  { writeOffAfterDays }: Pick<PayoutFigures, 'writeOffAfterDays'>,
  now: Date,
): boolean => since !== null && since < addMs(now, -writeOffAfterDays * dayMs);
