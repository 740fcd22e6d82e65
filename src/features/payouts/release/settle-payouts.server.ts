import { and, eq, inArray } from 'drizzle-orm';
import { book, booksOf, type OrderBooks, splitRelease } from '#features/ledger/index.server.ts';
import { lockOrders, type PayoutFacts, readPayoutFacts, readSellerRecord } from '#features/orders/index.server.ts';
import { orderTimes } from '#features/orders/words.ts';
import { money } from '#kernel/numbers/money.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { accountFor, type SellersAccount } from '../accounts/account-state.ts';
import { payoutChanged } from '../model/payout.events.ts';
import { type OrderPayoutRow, orderPayout, transfer } from '../model/payout.tables.ts';
import type { PayoutFigures } from '../model/payout-rule.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { holdDaysFor, holdEnd } from './hold.rules.ts';
import { type Pause, pauseOfRelease, pauseOfTransfer } from './pause.rules.ts';
import { payoutStateOf } from './payout-state.rules.ts';

/**
 * Makes the money of orders agree with the orders and the books: the row of a paid order, its dates, why it waits, and
 * the release once nothing speaks against it. Idempotent. With `skipLocked` orders that are being changed are left out.
 */
export async function settlePayouts(
  platform: Platform,
  orderIds: readonly string[],
  how?: { skipLocked: true },
): Promise<void> {
  await write(platform, async (tx) => {
    const ids = await lockOrders(tx, orderIds, how);
    const now = platform.clock.now();
    const rows = await lockPayouts(tx, ids);
    const [books, rule, accountOf] = [await booksOf(tx.db, ids), await ruleAt(tx.db, now), accountsIn(tx)];
    const claimed = await claimedOrders(tx, ids);
    // By seller, because a release locks the seller's balance.
    for (const order of (await readPayoutFacts(tx.db, ids)).sort((a, b) => (a.sellerId < b.sellerId ? -1 : 1))) {
      const row = rows.get(order.orderId) ?? (await startHold(tx, order, now));
      if (!row || row.state === 'outside') continue;
      const account = await accountOf(order.sellerId);
      await settle(
        tx,
        { row, order, books: books(row.orderId), account, rule, isClaimed: claimed.has(row.orderId) },
        now,
      );
    }
  });
}

export async function lockPayouts(tx: Tx, ids: readonly string[]): Promise<Map<string, OrderPayoutRow>> {
  const rows = await tx.db
    .select()
    .from(orderPayout)
    .where(inArray(orderPayout.orderId, [...ids]))
    .orderBy(orderPayout.orderId)
    .for('update');
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** The accounts of sellers, each read once. */
function accountsIn(tx: Tx): (sellerId: string) => Promise<SellersAccount | null> {
  const known = new Map<string, SellersAccount | null>();
  return async (sellerId) => {
    if (!known.has(sellerId)) known.set(sellerId, await accountFor(tx.db, sellerId));
    return known.get(sellerId) ?? null;
  };
}

/** Those with a transfer on its way. */
async function claimedOrders(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.db
    .select({ orderId: transfer.orderId })
    .from(transfer)
    .where(and(inArray(transfer.orderId, [...ids]), eq(transfer.state, 'claimed')));
  return new Set(rows.map(({ orderId }) => orderId));
}

/** The hold of an order is fixed when it is paid. */
async function startHold(tx: Tx, order: PayoutFacts, now: Date): Promise<OrderPayoutRow | undefined> {
  const { orderId, sellerId, currency, paidAt } = order;
  if (paidAt === null) return undefined;
  const holdDays = holdDaysFor(await readSellerRecord(tx.db, sellerId), await ruleAt(tx.db, paidAt));
  const [row] = await tx.db
    .insert(orderPayout)
    .values({ orderId, sellerId, currency, state: 'held', holdDays, paidAt, updatedAt: now })
    .returning();
  return row;
}

interface Settled {
  row: OrderPayoutRow;
  order: PayoutFacts;
  books: OrderBooks;
  account: SellersAccount | null;
  rule: PayoutFigures;
  isClaimed: boolean;
}

async function settle(tx: Tx, settled: Settled, now: Date): Promise<void> {
  const { row, order, books, account, rule } = settled;
  const state = payoutStateOf({ ...settled, state: row.state });
  const dueAt = holdEnd(order, row.holdDays, orderTimes.completeMs);
  const dates = { deliveredAt: order.deliveredAt, dueAt, checkAt: null };
  if (state === 'held') {
    const pause = pauseOfRelease(order, { account, dueAt, paidAt: row.paidAt, ...rule }, now);
    if (!pause) return release(tx, { row, order, books, dates }, now);
    // What comes to pass with an order has an event; suspensions and accounts are looked at again.
    const checkAt = pause.until ?? (order.deliveredAt ? addMs(now, hourMs) : null);
    return store(tx, row, { ...dates, state, checkAt, ...pausedBy(pause) }, now);
  }
  if (state !== 'ready') return store(tx, row, { ...dates, state, ...pausedBy(null) }, now);
  const isRefused = row.pausedReason === 'refused' || row.pausedReason === 'short';
  const pause =
    isRefused && row.pausedUntil && now < row.pausedUntil ? null : pausedBy(pauseOfTransfer(order, row, account, now));
  const readyAt = row.state === 'ready' ? row.readyAt : now;
  return store(tx, row, { ...dates, state, readyAt, ...pause }, now);
}

interface Released extends Pick<Settled, 'row' | 'order' | 'books'> {
  dates: Partial<OrderPayoutRow>;
}

/** Books the money of an order to its seller and the market. */
export async function release(tx: Tx, { row, order, books, dates }: Released, now: Date): Promise<void> {
  const { orderId, sellerId, currency, purchaseId, fee } = order;
  const { added, sellers } = splitRelease(books, books.held, fee);
  await book(tx, {
    id: `release:${orderId}`,
    kind: 'release',
    at: now,
    purchaseId,
    entries: [
      { account: 'order', orderId, ...money(books.held, currency) },
      { account: 'seller', orderId, sellerId, ...money(-sellers, currency) },
      { account: 'fee', orderId, ...money(-added, currency) },
    ],
  });
  // Where the fee took all of it, the buyer has the seller's part back.
  const state = sellers > 0 ? ({ state: 'ready', readyAt: now } as const) : ({ state: 'returned' } as const);
  await store(tx, row, { ...dates, ...state, ...pausedBy(null) }, now);
}

export const pausedBy = (pause: Pause | null) => ({
  pausedReason: pause?.reason ?? null,
  pausedUntil: pause?.until ?? null,
});

/** Writes what changed of a locked row, and notifies the seller's pages. */
export async function store(tx: Tx, row: OrderPayoutRow, change: Partial<OrderPayoutRow>, now: Date): Promise<void> {
  const isSame = Object.entries(change).every(
    ([name, value]) => String(row[name as keyof OrderPayoutRow]) === String(value),
  );
  if (isSame) return;
  await tx.db
    .update(orderPayout)
    .set({ ...change, updatedAt: now })
    .where(eq(orderPayout.orderId, row.orderId));
  const { state = row.state, pausedReason } = change;
  if (state !== row.state || pausedReason !== row.pausedReason)
    tx.append(payoutChanged, { subject: row.orderId, version: 0, topics: [`user:${row.sellerId}`], data: { state } });
}
