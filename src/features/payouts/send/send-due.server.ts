import { and, asc, eq, lte } from 'drizzle-orm';
import { listOwedSellers } from '#features/ledger/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { addMs, dayMs, hourMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { eachApart } from '../model/each-apart.ts';
import { recoverDebtJob, sendToSellerJob, sendTransferJob } from '../model/payout.jobs.ts';
import { orderPayout, transfer, transferReversal } from '../model/payout.tables.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { claimTransfer } from './claim-transfer.server.ts';

/** Orders of a seller that are claimed in one run; the rest follows with the next. */
const mostOrders = 1_000;
/** A job is given up after about four hours. */
const lostAfterMs = 6 * hourMs;

/**
 * Sends to each seller who is owed the minimum, or something for long. Small sums wait, because an active account costs
 * the market money each month. Transfers and reversals whose job was lost are taken up.
 */
export async function sendDue(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const { minimum, smallAfterDays } = await ruleAt(db, now);
  const old = await db
    .selectDistinct({ sellerId: orderPayout.sellerId, currency: orderPayout.currency })
    .from(orderPayout)
    .where(and(eq(orderPayout.state, 'ready'), lte(orderPayout.readyAt, addMs(now, -smallAfterDays * dayMs))));
  const lost = await db
    .select({ id: transfer.id })
    .from(transfer)
    .where(and(eq(transfer.state, 'claimed'), lte(transfer.claimedAt, addMs(now, -lostAfterMs))));
  const reversals = await db
    .select({ orderId: transferReversal.orderId })
    .from(transferReversal)
    .where(and(eq(transferReversal.state, 'claimed'), lte(transferReversal.claimedAt, addMs(now, -lostAfterMs))));
  const sellers = [...(await listOwedSellers(db, minimum)), ...old];
  await write(platform, async (tx) => {
    for (const { sellerId, currency } of sellers)
      tx.enqueue(sendToSellerJob, { sellerId, currency }, { key: `${sellerId}:${currency}` });
    for (const { id } of lost) tx.enqueue(sendTransferJob, { transferId: id }, { key: id });
    for (const { orderId } of reversals) tx.enqueue(recoverDebtJob, { subject: orderId }, { key: orderId });
  });
}

/** Claims the ready orders of a seller, the oldest first. */
export async function sendToSeller(platform: Platform, sellerId: string, currency: Currency): Promise<void> {
  const ready = await platform.db
    .select({ id: orderPayout.orderId })
    .from(orderPayout)
    .where(and(eq(orderPayout.sellerId, sellerId), eq(orderPayout.currency, currency), eq(orderPayout.state, 'ready')))
    .orderBy(asc(orderPayout.readyAt))
    .limit(mostOrders);
  await eachApart(ready, ({ id }) => claimTransfer(platform, id));
}
