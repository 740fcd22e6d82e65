import { and, eq, inArray, isNull, lt, notInArray, or } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { StripeMovement, StripePayout } from '#platform/payments/connect/connect-balance.ts';
import { transfer } from '../model/payout.tables.ts';
import { bankPayoutChanged } from './bank.events.ts';
import { isLater, isReturned, statusOf } from './bank-payout.rules.ts';
import { type BankPayoutRow, bankPayout } from './bank-payout.tables.ts';
import { linkOldest } from './link-oldest.server.ts';
import { notifyOfFailedPayout } from './notify-of-failed-payout.server.ts';

/**
 * A payout as read. `lines`: what it took to the bank, or what it could take, if the seller started it; null where that
 * isn't known yet, or is stored.
 */
type ReadPayout = StripePayout & { lines: StripeMovement[] | null };

/** Older failures, of the time before payouts were read, are not emailed. */
const notifiedWithinMs = 30 * dayMs;

/** Stores a reading of a payout, links the orders that it holds, and notifies its seller when the bank sends it back. */
export async function followBankPayout(
  tx: Tx,
  of: { sellerId: string; accountId: string },
  read: ReadPayout,
  now: Date,
): Promise<void> {
  const status = statusOf(read.status);
  const { id, arrivesAt, failure, createdAt, amount, isAutomatic } = read;
  const failedAt = isReturned(status) ? now : null;
  const [added] = await tx.db
    .insert(bankPayout)
    .values({ ...of, ...amount, id, status, arrivesAt, failure, failedAt, isAutomatic, createdAt, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  const [known] = await tx.db.select().from(bankPayout).where(eq(bankPayout.id, id)).for('update');
  if (!known) return;
  if (read.lines && !known.hasOrders) await (isAutomatic ? linkOrders : linkOldest)(tx, known, read.lines);
  if (!added && !isLater(known.status, status)) return;
  if (!added)
    await tx.db
      .update(bankPayout)
      .set({ status, arrivesAt, failure, failedAt, updatedAt: now })
      .where(eq(bankPayout.id, id));
  tx.append(bankPayoutChanged, {
    subject: id,
    version: now.getTime(),
    topics: [`user:${of.sellerId}`],
    data: { status },
  });
  if (status === 'failed' && createdAt > addMs(now, -notifiedWithinMs))
    await notifyOfFailedPayout(tx, known, failure, now);
}

/**
 * Links the transfers whose money a payout took: those of its payments, and of earlier payouts that came back. The
 * newest payout of a transfer counts, whatever is read first. An earlier payout that the seller started is one of the
 * lines, and keeps its orders.
 */
async function linkOrders(tx: Tx, { id, createdAt }: BankPayoutRow, lines: readonly StripeMovement[]): Promise<void> {
  const sourcesOf = (...types: string[]) =>
    lines.flatMap(({ type, source }) => (types.includes(type) && source !== null ? [source] : []));
  const [payments, returned] = [sourcesOf('payment'), sourcesOf('payout_failure', 'payout_cancel')];
  const kept = sourcesOf('payout').filter((one) => !returned.includes(one));
  const older = tx.db
    .select({ id: bankPayout.id })
    .from(bankPayout)
    .where(and(lt(bankPayout.createdAt, createdAt), notInArray(bankPayout.id, kept)));
  await tx.db
    .update(transfer)
    .set({ bankPayoutId: id })
    .where(
      and(
        or(inArray(transfer.destinationPayment, payments), inArray(transfer.bankPayoutId, returned)),
        or(isNull(transfer.bankPayoutId), inArray(transfer.bankPayoutId, older)),
      ),
    );
  if (await areAllKnown(tx, payments, returned))
    await tx.db.update(bankPayout).set({ hasOrders: true }).where(eq(bankPayout.id, id));
}

/** A transfer whose answer was lost is found again later, and then read again. */
async function areAllKnown(tx: Tx, payments: string[], returned: string[]): Promise<boolean> {
  const [sent, earlier] = [
    await tx.db.$count(transfer, inArray(transfer.destinationPayment, payments)),
    await tx.db.$count(bankPayout, and(inArray(bankPayout.id, returned), eq(bankPayout.hasOrders, true))),
  ];
  return sent === payments.length && earlier === returned.length;
}
