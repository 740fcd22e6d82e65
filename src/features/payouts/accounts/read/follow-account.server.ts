import { eq } from 'drizzle-orm';
import { addMs } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { PayoutAccount } from '#platform/payments/connect/connect.ts';
import { settleSalesBlock } from '../../sales-block/settle-sales-block.server.ts';
import { payoutAccountChanged } from '../account.events.ts';
import { remindOfDeadlineJob } from '../account.jobs.ts';
import { accountTimes, deadlineReminder, isBankChanged } from '../account.rules.ts';
import { stateOf } from '../account-state.rules.ts';
import { notifyOfAccount } from '../emails/notify-of-account.server.ts';
import { type PayoutAccountRow, payoutAccount } from '../payout-account.tables.ts';

/**
 * Stores a reading of an account, and notifies its seller of what became different. Nothing where a later reading is stored
 * already. A bank account that was changed stops transfers for three days.
 */
export async function followAccount(tx: Tx, read: PayoutAccountRow, found: PayoutAccount, now: Date): Promise<void> {
  const { sellerId, reading } = read;
  const [known] = await tx.db.select().from(payoutAccount).where(eq(payoutAccount.sellerId, sellerId)).for('update');
  if (!known || known.readNumber > reading) return;
  const isOtherBank = isBankChanged(known.bankPrint, found.bankPrint);
  const account = {
    state: stateOf(found),
    requirements: found.requirements,
    deadlineAt: found.deadlineAt,
    bankPrint: found.bankPrint ?? known.bankPrint,
    ...(isOtherBank && { bankChangedAt: now, pausedUntil: addMs(now, accountTimes.bankPauseMs) }),
  };
  await tx.db
    .update(payoutAccount)
    .set({ ...account, readNumber: reading, readAt: now, updatedAt: now })
    .where(eq(payoutAccount.sellerId, sellerId));
  if (!isSame(known, account)) {
    tx.append(payoutAccountChanged, { subject: sellerId, version: reading, topics: [`user:${sellerId}`], data: {} });
    const remindAt = deadlineReminder(account);
    if (remindAt) tx.enqueue(remindOfDeadlineJob, { sellerId }, { key: sellerId, runAt: remindAt });
  }
  if (account.state !== known.state) await notifyOfState(tx, known, account.state, { reading, now });
  if (isOtherBank)
    await notifyOfAccount(tx, known, {
      email: 'bank_changed',
      about: `${reading}`,
      until: account.pausedUntil ?? null,
      now,
    });
  await settleSalesBlock(tx, sellerId, now);
}

async function notifyOfState(
  tx: Tx,
  known: PayoutAccountRow,
  state: PayoutAccountRow['state'],
  { reading, now }: { reading: number; now: Date },
): Promise<void> {
  if (state === 'started' || state === 'in_review') return;
  await notifyOfAccount(tx, known, { email: state, about: `${reading}`, now });
}

type Shown = Pick<PayoutAccountRow, 'state' | 'requirements' | 'deadlineAt' | 'bankPrint'>;

const isSame = (a: Shown, b: Shown): boolean => shownOf(a) === shownOf(b);
const shownOf = ({ state, requirements, deadlineAt, bankPrint }: Shown): string =>
  JSON.stringify([
    state,
    deadlineAt,
    bankPrint,
    requirements?.map(({ what, by, error, isPastDue }) => [what, by, error, isPastDue]),
  ]);
