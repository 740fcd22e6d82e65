import type { Clock } from '../../../../clock/clock.ts';
import { recordEvent } from '../../courier.ts';
import { badParam, noSuch } from '../../errors.ts';
import type { Faults } from '../../faults.ts';
import { seconds } from '../../objects.ts';
import { findObject, type Queryable, saveObjects } from '../../store.ts';
import { changeAccount, getAccount } from '../accounts.ts';
import type { Payout } from '../connect-objects.ts';
import { movementOf } from '../movements.ts';

const day = 86_400;
/** From the payout to its arrival at the bank, and to the list of the lines that it took. */
export const underWay = 2 * day;
export const untilReconciled = 3_600;

/** The lines of a payout are known; then it arrives, or its bank sends it back: before, or a day after it was said to be paid. */
export async function arrivePayout(db: Queryable, clock: Clock, id: string, fault: Faults['payouts']): Promise<void> {
  const payout = await findObject<Payout>(db, 'payout', id, true);
  const at = payout?.sandbox.nextAt ?? null;
  if (!payout || at === null || at > seconds(clock.now())) return;
  if (payout.reconciliation_status === 'in_progress') {
    const nextAt = payout.created + underWay;
    const known: Payout = { ...payout, reconciliation_status: 'completed', sandbox: { ...payout.sandbox, nextAt } };
    await saveObjects(db, [known]);
    return recordEvent(db, clock, 'payout.reconciliation_completed', known);
  }
  if (payout.status === 'in_transit' && fault !== 'fail') {
    const nextAt = fault === 'fail_after_paid' ? at + day : null;
    const paid: Payout = { ...payout, status: 'paid', sandbox: { ...payout.sandbox, nextAt } };
    await saveObjects(db, [paid]);
    return recordEvent(db, clock, 'payout.paid', paid);
  }
  const { account } = payout.sandbox;
  const { amount, currency } = payout;
  const back = movementOf({ created: at, type: 'payout_failure', amount, currency, source: id, account });
  const failed: Payout = {
    ...payout,
    status: 'failed',
    failure_balance_transaction: back.id,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    sandbox: { ...payout.sandbox, nextAt: null },
  };
  await saveObjects(db, [back, failed]);
  if (account !== undefined) await stopBank(db, clock, account, payout.destination);
  await recordEvent(db, clock, 'payout.failed', failed);
}

/** No more payouts to this bank account, until its owner enters another one. */
async function stopBank(db: Queryable, clock: Clock, accountId: string, bankId: string | null): Promise<void> {
  const account = await getAccount(db, accountId, true);
  const { bank } = account.sandbox;
  if (bank?.id === bankId) await changeAccount(db, clock, account, { bank: bank && { ...bank, isErrored: true } });
}

/** Refuses to list the lines of a payout before they are known. */
export async function requireLines(db: Queryable, id: string): Promise<void> {
  const payout = await findObject<Payout>(db, 'payout', id);
  if (!payout) throw noSuch('payout', id, 'payout');
  if (!payout.automatic)
    throw badParam('payout', 'Balance transaction history can only be filtered on automatic transfers, not manual.');
  if (payout.reconciliation_status !== 'completed')
    throw badParam(
      'payout',
      'Balance transactions of this payout are not available yet. Its reconciliation is in progress.',
    );
}
