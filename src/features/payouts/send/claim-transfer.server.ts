import { and, eq } from 'drizzle-orm';
import { book, booksOf, type Debt, debtsOf, lockSeller } from '#features/ledger/index.server.ts';
import { lockOrders, readPayoutFacts } from '#features/orders/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { type Money, money } from '#kernel/numbers/money.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { accountFor } from '../accounts/account-state.ts';
import { followDebtJob } from '../debts/debts.jobs.ts';
import { sendTransferJob } from '../model/payout.jobs.ts';
import { type OrderPayoutRow, transfer } from '../model/payout.tables.ts';
import { pauseOfTransfer } from '../release/pause.rules.ts';
import { lockPayouts, pausedBy, store } from '../release/settle-payouts.server.ts';

/**
 * Claims what is owed for an order: what its seller owes is set off first, the rest is booked as sent and a job sends it.
 * The claim is in the books before Stripe is called, so that nothing is sent twice.
 */
export async function claimTransfer(platform: Platform, orderId: string): Promise<void> {
  await write(platform, async (tx) => {
    const ids = await lockOrders(tx, [orderId]);
    const row = (await lockPayouts(tx, ids)).get(orderId);
    const [order] = await readPayoutFacts(tx.db, ids);
    const now = platform.clock.now();
    if (!order || row?.state !== 'ready' || isWaiting(row, now) || (await isClaimed(tx, orderId))) return;
    const account = await accountFor(tx.db, row.sellerId);
    const pause = pauseOfTransfer(order, row, account, now);
    if (pause || !account?.stripeAccountId) return store(tx, row, pausedBy(pause), now);

    const { sellerId, currency } = row;
    const { debt } = await lockSeller(tx, sellerId, currency);
    const { owed } = (await booksOf(tx.db, [orderId]))(orderId);
    if (owed <= 0) return;
    const id = newId(now.getTime());
    const amount = owed - (debt > 0 ? await setOffDebts(tx, { id, row, owed }, now) : 0);
    if (debt > 0) tx.enqueue(followDebtJob, { subject: orderId });
    if (amount === 0) return store(tx, row, { state: 'sent', sentAt: now, ...pausedBy(null) }, now);
    const accountId = account.stripeAccountId;
    await tx.db
      .insert(transfer)
      .values({ id, orderId, sellerId, accountId, amount, currency, state: 'claimed', claimedAt: now });
    await bookTransfer(tx, { id: `transfer:${id}`, kind: 'transfer', row, amount }, now);
    await store(tx, row, pausedBy(null), now);
    tx.enqueue(sendTransferJob, { transferId: id });
  });
}

/** After a refusal it is tried again later. */
function isWaiting({ pausedReason, pausedUntil }: OrderPayoutRow, now: Date): boolean {
  return (pausedReason === 'refused' || pausedReason === 'short') && pausedUntil !== null && now < pausedUntil;
}

async function isClaimed(tx: Tx, orderId: string): Promise<boolean> {
  return (await tx.db.$count(transfer, and(eq(transfer.orderId, orderId), eq(transfer.state, 'claimed')))) > 0;
}

interface Booked {
  id: string;
  kind: 'transfer' | 'transfer-failed';
  row: Pick<OrderPayoutRow, 'orderId' | 'sellerId' | 'currency'>;
  /** Sent; below 0 it comes back. */
  amount: number;
}

export async function bookTransfer(tx: Tx, { id, kind, row, amount }: Booked, now: Date): Promise<void> {
  const { orderId, sellerId, currency } = row;
  const entries = [
    { account: 'seller', orderId, sellerId, ...money(amount, currency) },
    { account: 'stripe', orderId, ...money(-amount, currency) },
  ] as const;
  await book(tx, { id, kind, at: now, entries });
}

/** Pays what the seller owes from what is owed for an order, the oldest debt first. Returns how much that is. */
async function setOffDebts(
  tx: Tx,
  { id, row, owed }: { id: string; row: OrderPayoutRow; owed: number },
  now: Date,
): Promise<number> {
  const { orderId, sellerId, currency } = row;
  let left = owed;
  const paid: Debt[] = [];
  for (const debt of await debtsOf(tx.db, sellerId, currency)) {
    const amount = Math.min(debt.amount, left);
    if (amount > 0) paid.push({ ...debt, amount });
    left -= amount;
  }
  const sum: Money = money(owed - left, currency);
  await book(tx, {
    id: `net:${id}`,
    kind: 'net',
    at: now,
    entries: [
      { account: 'seller', orderId, sellerId, ...sum },
      ...paid.map(
        (debt) => ({ account: 'debt', orderId: debt.orderId, sellerId, ...money(-debt.amount, currency) }) as const,
      ),
    ],
  });
  return owed - left;
}
