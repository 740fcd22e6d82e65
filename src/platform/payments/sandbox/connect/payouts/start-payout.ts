import type { Clock } from '../../../../clock/clock.ts';
import { recordEvent } from '../../courier.ts';
import { seconds } from '../../objects.ts';
import { type Queryable, saveObjects } from '../../store.ts';
import { getAccount } from '../accounts.ts';
import type { Payout } from '../connect-objects.ts';
import { lockBalance, sumsOf } from '../movements.ts';
import { newPayout } from './new-payout.ts';

/** What Stripe takes for an instant payout: 1 %, at least 0.50. */
const instantFee = (amount: number): number => Math.max(50, Math.round(amount / 100));

export interface Started {
  amount: number;
  currency: string;
  method: Payout['method'];
}

/**
 * A payout that the account's owner starts in the dashboard. Later payouts by the schedule name its line among theirs.
 * Returns why it can't be made, or null.
 */
export async function startPayout(
  db: Queryable,
  clock: Clock,
  accountId: string,
  { amount, currency, method }: Started,
): Promise<string | null> {
  const account = await getAccount(db, accountId, true);
  const { bank } = account.sandbox;
  if (!bank || bank.isErrored) return 'Enter a bank account first.';
  await lockBalance(db, accountId);
  const at = seconds(clock.now());
  const fee = method === 'instant' ? instantFee(amount) : 0;
  const { available } = await sumsOf(db, accountId, at);
  if (amount + fee > (available.get(currency) ?? 0)) return 'You have insufficient available funds.';
  const { payout, out } = newPayout({ at, account, currency, amount, isAutomatic: false, method, fee });
  await saveObjects(db, [payout, out]);
  await recordEvent(db, clock, 'payout.created', payout);
  return null;
}
