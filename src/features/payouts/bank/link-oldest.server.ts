import { and, asc, desc, eq, gt, inArray, isNull, lt, min, notInArray, or, sql } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listMovements, type StripeMovement, type StripePayout } from '#platform/payments/connect/connect-balance.ts';
import type { Platform } from '#platform/platform.ts';
import { transfer, transferReversal } from '../model/payout.tables.ts';
import { type BankPayoutRow, bankPayout } from './bank-payout.tables.ts';

/** How long an earlier payout, whose orders aren't known yet, is waited for. */
const waitMs = 3 * dayMs;

const returned = ['failed', 'canceled'] as const;
/** Sent, and not at the bank or on the way there. */
const isOpen = and(
  eq(transfer.state, 'sent'),
  or(isNull(transfer.bankPayoutId), inArray(bankPayout.status, [...returned])),
);

/**
 * The lines of a seller's balance since the oldest transfer that no payout holds, for a payout that the seller started;
 * null where its orders are known, or those of an earlier payout aren't yet.
 */
export async function readOldest(
  { db, payments, clock }: Platform,
  { sellerId, accountId }: { sellerId: string; accountId: string },
  { id, createdAt }: StripePayout,
): Promise<StripeMovement[] | null> {
  const earlier = await db.$count(
    bankPayout,
    and(
      eq(bankPayout.sellerId, sellerId),
      eq(bankPayout.isAutomatic, true),
      eq(bankPayout.hasOrders, false),
      lt(bankPayout.createdAt, createdAt),
      gt(bankPayout.createdAt, addMs(clock.now(), -waitMs)),
    ),
  );
  const known = await db.$count(bankPayout, and(eq(bankPayout.id, id), eq(bankPayout.hasOrders, true)));
  if (earlier + known > 0) return null;
  const [oldest] = await db
    .select({ at: min(transfer.claimedAt) })
    .from(transfer)
    .leftJoin(bankPayout, eq(bankPayout.id, transfer.bankPayoutId))
    .where(and(eq(transfer.sellerId, sellerId), isOpen));
  const since = addMs(oldest?.at ?? createdAt, -dayMs);
  const lines: StripeMovement[] = [];
  for await (const line of listMovements(payments, { account: accountId, since })) lines.push(line);
  return lines;
}

/**
 * Links the transfers that a payout covers which the seller started. Stripe doesn't know which they are: the oldest
 * first, up to what it took and what the payout before it left over. An order that isn't covered whole stays on the way.
 */
export async function linkOldest(tx: Tx, payout: BankPayoutRow, lines: readonly StripeMovement[]): Promise<void> {
  const { id, sellerId, currency, createdAt } = payout;
  const own = lines.find(({ type, source }) => type === 'payout' && source === id);
  let rest = (own ? -own.net.amount : payout.amount) + (await restBefore(tx, payout));
  const worth = new Map<string | null, number>();
  for (const { type, source, net, createdAt: at } of lines)
    if (type === 'payment' && net.currency === currency && at <= createdAt) worth.set(source, net.amount);
  const open = await tx.db
    .select({ id: transfer.id, amount: transfer.amount, payment: transfer.destinationPayment, reversed })
    .from(transfer)
    .leftJoin(bankPayout, eq(bankPayout.id, transfer.bankPayoutId))
    .where(and(eq(transfer.sellerId, sellerId), isOpen))
    .orderBy(asc(transfer.sentAt), asc(transfer.id));
  const covered: string[] = [];
  for (const { payment, ...one } of open) {
    const received = worth.get(payment);
    if (received === undefined) continue;
    // In the currency of the bank account, where Stripe converted it.
    const left = Math.round((received * (one.amount - one.reversed)) / one.amount);
    if (left > rest) break;
    rest -= left;
    covered.push(one.id);
  }
  await tx.db.update(transfer).set({ bankPayoutId: id }).where(inArray(transfer.id, covered));
  await tx.db.update(bankPayout).set({ hasOrders: true, isAutomatic: false, rest }).where(eq(bankPayout.id, id));
}

const reversed = sql<number>`(select coalesce(sum(${transferReversal.amount}), 0) from ${transferReversal}
  where ${transferReversal.transferId} = ${transfer.id} and ${transferReversal.state} = 'done')`.mapWith(Number);

/** What the payout before it left over; nothing after one by the schedule, whose orders Stripe names. */
async function restBefore(tx: Tx, { sellerId, currency, createdAt }: BankPayoutRow): Promise<number> {
  const [before] = await tx.db
    .select({ rest: bankPayout.rest })
    .from(bankPayout)
    .where(
      and(
        eq(bankPayout.sellerId, sellerId),
        eq(bankPayout.currency, currency),
        lt(bankPayout.createdAt, createdAt),
        notInArray(bankPayout.status, [...returned]),
      ),
    )
    .orderBy(desc(bankPayout.createdAt))
    .limit(1);
  return before?.rest ?? 0;
}
