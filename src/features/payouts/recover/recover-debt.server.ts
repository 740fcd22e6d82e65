import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { book, booksOf, lockSeller } from '#features/ledger/index.server.ts';
import { lockOrders } from '#features/orders/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { findReversal, reverseTransfer } from '#platform/payments/connect/connect.ts';
import { readBalance } from '#platform/payments/connect/connect-balance.ts';
import type { Platform } from '#platform/platform.ts';
import { followDebtJob } from '../debts/debts.jobs.ts';
import { settlePayoutJob } from '../model/payout.jobs.ts';
import { type TransferReversalRow, type TransferRow, transfer, transferReversal } from '../model/payout.tables.ts';

/**
 * Takes back from a seller's account at Stripe what they owe for an order, as far as its transfers and the balance of
 * the account reach. What is not brought back stays a debt, and is set off against later earnings. Throws while Stripe is
 * unavailable, so that the job is retried.
 */
export async function recoverDebt(platform: Platform, orderId: string): Promise<void> {
  // A debt can be more than one transfer brings back.
  for (;;) {
    const next = (await findClaimed(platform, orderId)) ?? (await claim(platform, orderId));
    if (!next) return;
    const answer = await reverse(platform, next);
    if (answer === 'done') continue;
    if (answer !== 'short') return;
    // The account has less than that: what it has is taken.
    const has = await balanceAt(platform, next.sent);
    const rest = has > 0 ? await claim(platform, orderId, has) : null;
    if (rest) await reverse(platform, rest);
    return;
  }
}

interface Claimed {
  reversal: TransferReversalRow;
  sent: TransferRow;
}

/** The one that an earlier run has claimed and not ended. */
async function findClaimed({ db }: Pick<Platform, 'db'>, orderId: string): Promise<Claimed | null> {
  const [found] = await db
    .select({ reversal: transferReversal, sent: transfer })
    .from(transferReversal)
    .innerJoin(transfer, eq(transfer.id, transferReversal.transferId))
    .where(and(eq(transferReversal.orderId, orderId), eq(transferReversal.state, 'claimed')))
    .limit(1);
  return found ?? null;
}

/** Claims a reversal of what is owed for the order, at most what is left of one of its transfers. */
async function claim(platform: Platform, orderId: string, atMost = Number.POSITIVE_INFINITY): Promise<Claimed | null> {
  return write(platform, async (tx) => {
    const ids = await lockOrders(tx, [orderId]);
    const transfers = await tx.db
      .select()
      .from(transfer)
      .where(and(inArray(transfer.orderId, ids), eq(transfer.state, 'sent')))
      .orderBy(transfer.id)
      .for('update');
    const [any] = transfers;
    if (!any || (await findClaimed(tx, orderId))) return null;
    await lockSeller(tx, any.sellerId, any.currency);
    const { debt } = (await booksOf(tx.db, ids))(orderId);
    for (const sent of transfers) {
      const amount = Math.min(debt, atMost, sent.amount - (await reversedOf(tx, sent.id)));
      if (amount <= 0) continue;
      const now = platform.clock.now();
      const [reversal] = await tx.db
        .insert(transferReversal)
        .values({ id: newId(now.getTime()), transferId: sent.id, orderId, amount, state: 'claimed', claimedAt: now })
        .returning();
      return reversal ? { reversal, sent } : null;
    }
    return null;
  });
}

async function reversedOf(tx: Tx, transferId: string): Promise<number> {
  const [row] = await tx.db
    .select({ sum: sql<number>`coalesce(sum(${transferReversal.amount}), 0)::bigint`.mapWith(Number) })
    .from(transferReversal)
    .where(and(eq(transferReversal.transferId, transferId), ne(transferReversal.state, 'refused')));
  return row?.sum ?? 0;
}

/** Asks Stripe, and books the answer. `short`: the seller's account has less. */
async function reverse(platform: Platform, { reversal, sent }: Claimed): Promise<'done' | 'refused' | 'short'> {
  const { id, amount, calledAt } = reversal;
  if (sent.stripeTransferId === null) return 'refused';
  const call = { id, transferId: sent.stripeTransferId, amount };
  // After a crash or a lost answer it may have been made.
  const made = calledAt && (await findReversal(platform.payments, call.transferId, id));
  if (!made) await write(platform, (tx) => change(tx, id, { calledAt: calledAt ?? platform.clock.now() }));
  const answer = made || (await reverseTransfer(platform.payments, call));
  // It may be refused because an earlier call, whose answer was lost, made it.
  const already = 'refused' in answer && (await findReversal(platform.payments, call.transferId, id));
  if (already) {
    await record(platform, { reversal, sent }, already.id);
    return 'done';
  }
  if ('refused' in answer) {
    platform.log.warn('a reversal was refused by Stripe', { orderId: sent.orderId, refused: answer.refused });
    await write(platform, (tx) => change(tx, id, { state: 'refused', failure: answer.refused }));
    return answer.isShort ? 'short' : 'refused';
  }
  await record(platform, { reversal, sent }, answer.id);
  return 'done';
}

async function change(tx: Tx, id: string, values: Partial<TransferReversalRow>): Promise<void> {
  await tx.db
    .update(transferReversal)
    .set(values)
    .where(and(eq(transferReversal.id, id), eq(transferReversal.state, 'claimed')));
}

/** The money is back: it pays the debt. Where that was paid meanwhile, the seller is owed it again. */
async function record(platform: Platform, { reversal, sent }: Claimed, stripeId: string): Promise<void> {
  const { orderId, sellerId, currency } = sent;
  const { id, amount } = reversal;
  await write(platform, async (tx) => {
    await lockOrders(tx, [orderId]);
    await lockSeller(tx, sellerId, currency);
    const now = platform.clock.now();
    const paid = Math.min(amount, (await booksOf(tx.db, [orderId]))(orderId).debt);
    const isBooked = await book(tx, {
      id: `reversal:${id}`,
      kind: 'reversal',
      at: now,
      stripeId,
      entries: [
        { account: 'stripe', orderId, ...money(amount, currency) },
        { account: 'debt', orderId, sellerId, ...money(-paid, currency) },
        { account: 'seller', orderId, sellerId, ...money(paid - amount, currency) },
      ],
    });
    if (!isBooked) return;
    await change(tx, id, { state: 'done', stripeId, doneAt: now });
    tx.enqueue(followDebtJob, { subject: orderId });
    if (paid < amount) tx.enqueue(settlePayoutJob, { subject: orderId });
  });
}

/** What the seller's account has in the currency of a transfer. */
async function balanceAt({ payments }: Platform, { accountId, currency }: TransferRow): Promise<number> {
  const found = (await readBalance(payments, accountId)).find(({ available }) => available.currency === currency);
  return found ? found.available.amount + found.pending.amount : 0;
}
