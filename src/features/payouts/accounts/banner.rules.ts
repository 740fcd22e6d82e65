import type { Money } from '#kernel/numbers/money.ts';
import { addMs } from '#kernel/time.ts';
import { accountTimes, deadlineReminder } from './account.rules.ts';
import type { PayoutAccountRow } from './payout-account.tables.ts';

export type Banner =
  | { kind: 'blocked' | 'unfinished' | 'restricted' | 'tax_held' }
  | { kind: 'deadline' | 'tax_details' /** ISO 8601. */; until: string }
  | ({ kind: 'bank_failed' } & FailedPayout);

/** What the seller's bank sent back, and why. */
interface FailedPayout {
  amount: Money;
  problem: string | null;
}

type Shown = Pick<PayoutAccountRow, 'state' | 'createdAt' | 'deadlineAt' | 'requirements'>;

/** What a seller has to see to before all else, from the same moments as the emails; null for nothing. */
export function bannerOf(
  account: Shown | null,
  {
    isSalesBlocked,
    failed,
    tax,
  }: { isSalesBlocked: boolean; failed: FailedPayout | null; tax: { dueAt: string | null; isHeld: boolean } },
  now: Date,
): Banner | null {
  if (account?.state === 'restricted') return { kind: 'restricted' };
  if (isSalesBlocked) return { kind: 'blocked' };
  if (failed) return { kind: 'bank_failed', amount: failed.amount, problem: failed.problem };
  if (tax.isHeld) return { kind: 'tax_held' };
  if (account?.state === 'started' && addMs(account.createdAt, accountTimes.unfinishedMs) <= now)
    return { kind: 'unfinished' };
  const remindAt = account && deadlineReminder(account);
  return account?.deadlineAt && remindAt && remindAt <= now
    ? { kind: 'deadline', until: account.deadlineAt.toISOString() }
    : tax.dueAt === null
      ? null
      : { kind: 'tax_details', until: tax.dueAt };
}
