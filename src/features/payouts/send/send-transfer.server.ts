import { and, eq, isNull } from 'drizzle-orm';
import { booksOf, lockSeller } from '#features/ledger/index.server.ts';
import { findCharge, lockOrders, readPayoutFacts } from '#features/orders/index.server.ts';
import { addMs, dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { findTransfer, type SentTransfer, sendTransfer as sendAtStripe } from '#platform/payments/connect/connect.ts';
import type { Platform } from '#platform/platform.ts';
import { readAccountJob } from '../accounts/account.jobs.ts';
import { accountFor } from '../accounts/account-state.ts';
import { recoverDebtJob, settlePayoutJob } from '../model/payout.jobs.ts';
import { type OrderPayoutRow, orderPayout, type TransferRow, transfer } from '../model/payout.tables.ts';
import { type Pause, pauseOfTransfer } from '../release/pause.rules.ts';
import { lockPayouts, pausedBy, store } from '../release/settle-payouts.server.ts';
import { bookTransfer } from './claim-transfer.server.ts';

/** Longer than a call to Stripe takes, tries and all: within it another run may still get the answer to its call. */
const answerMs = minuteMs;

/**
 * Sends a claimed transfer; idempotent. Throws while Stripe is unavailable or another run may be waiting for its answer,
 * so that the job is retried. What Stripe refuses, or may not be sent any more, is booked back and waits with its reason.
 */
export async function sendTransfer(platform: Platform, transferId: string): Promise<void> {
  // Before all else: a clock that moves meanwhile must not make a call that is under way look old.
  const now = platform.clock.now();
  const [claimed] = await platform.db.select().from(transfer).where(eq(transfer.id, transferId));
  if (claimed?.state !== 'claimed') return;
  const { orderId, sellerId, accountId, calledAt } = claimed;
  // What is not in Stripe's list yet must not be booked back: it would be sent a second time.
  if (calledAt && now < addMs(calledAt, answerMs)) throw new Error(underWay);
  const [order] = await readPayoutFacts(platform.db, [orderId]);
  if (!order) return;
  // After a crash or a lost answer it may have been made. Stripe forgets keys after a day, its list does not.
  const made = calledAt && (await findTransfer(platform.payments, order.purchaseId, transferId));
  if (made) return record(platform, claimed, made);
  const account = await accountFor(platform.db, sellerId);
  const [row] = await platform.db.select().from(orderPayout).where(eq(orderPayout.orderId, orderId));
  const pause = pauseOfTransfer(order, row ?? { decidedAt: null }, account, now);
  if (pause || account?.stripeAccountId !== accountId)
    return bookBack(platform, claimed, pause ?? { reason: 'account', until: null }, pause?.reason ?? 'account');
  const chargeId = await findCharge(platform, orderId);
  if (chargeId === null) return bookBack(platform, claimed, { reason: 'attention', until: null }, 'no_charge');
  if (!(await startCall(platform, claimed, now))) throw new Error(underWay);
  const { amount, currency } = claimed;
  const answer = await sendAtStripe(platform.payments, { id: transferId, accountId, chargeId, amount, currency });
  if (!('refused' in answer)) return record(platform, claimed, answer);
  // It may be refused because an earlier call, whose answer was lost, made it.
  const already = await findTransfer(platform.payments, order.purchaseId, transferId);
  if (already) return record(platform, claimed, already);
  platform.log.error('a transfer was refused by Stripe', { orderId, transferId, refused: answer.refused });
  const until = addMs(now, answer.isShort ? hourMs : dayMs);
  await bookBack(platform, claimed, { reason: answer.isShort ? 'short' : 'refused', until }, answer.refused, true);
}

const underWay = 'another run is sending this transfer';

/** Says that Stripe is called. False where another run has said so since this one read the transfer. */
async function startCall(platform: Platform, { id, calledAt }: TransferRow, now: Date): Promise<boolean> {
  return write(platform, async (tx) => {
    const asRead = calledAt ? eq(transfer.calledAt, calledAt) : isNull(transfer.calledAt);
    const started = await tx.db
      .update(transfer)
      .set({ calledAt: now })
      .where(and(eq(transfer.id, id), eq(transfer.state, 'claimed'), asRead))
      .returning({ id: transfer.id });
    return started.length > 0;
  });
}

async function change(tx: Tx, id: string, values: Partial<TransferRow>): Promise<void> {
  await tx.db.update(transfer).set(values).where(eq(transfer.id, id));
}

/** Locks order, payout and transfer. Does nothing where the transfer is not claimed any more. */
async function settleClaim(
  platform: Platform,
  { id, orderId }: TransferRow,
  work: (tx: Tx, row: OrderPayoutRow, now: Date, found: TransferRow) => Promise<void>,
): Promise<void> {
  await write(platform, async (tx) => {
    const row = (await lockPayouts(tx, await lockOrders(tx, [orderId]))).get(orderId);
    const [found] = await tx.db.select().from(transfer).where(eq(transfer.id, id)).for('update');
    if (row && found?.state === 'claimed') await work(tx, row, platform.clock.now(), found);
  });
}

/** The transfer was made. Debt that was made meanwhile is recovered from it. */
async function record(platform: Platform, claimed: TransferRow, { id, paymentId }: SentTransfer): Promise<void> {
  const { orderId } = claimed;
  await settleClaim(platform, claimed, async (tx, row, now) => {
    const sent = { stripeTransferId: id, destinationPayment: paymentId, sentAt: now };
    await change(tx, claimed.id, { ...sent, state: 'sent', failure: null });
    const { debt, owed } = (await booksOf(tx.db, [orderId]))(orderId);
    if (debt > 0) tx.enqueue(recoverDebtJob, { subject: orderId });
    // It was refunded meanwhile, or more is owed for it.
    if (debt > 0 || owed > 0) tx.enqueue(settlePayoutJob, { subject: orderId });
    await store(tx, row, { state: 'sent', sentAt: now, ...pausedBy(null) }, now);
  });
}

/** The transfer was not made: its money is owed to the seller again. */
async function bookBack(
  platform: Platform,
  claimed: TransferRow,
  pause: Pause,
  failure: string,
  isAnswered = false,
): Promise<void> {
  await settleClaim(platform, claimed, async (tx, row, now, found) => {
    // Another run has called Stripe since: its answer decides.
    if (!isAnswered && found.calledAt?.getTime() !== claimed.calledAt?.getTime()) return;
    await lockSeller(tx, claimed.sellerId, claimed.currency);
    await change(tx, claimed.id, { state: 'failed', failure });
    const { id, amount } = claimed;
    await bookTransfer(tx, { id: `transfer-failed:${id}`, kind: 'transfer-failed', row, amount: -amount }, now);
    await store(tx, row, pausedBy(pause), now);
    if (pause.reason === 'refused') tx.enqueue(readAccountJob, { sellerId: claimed.sellerId });
  });
}
