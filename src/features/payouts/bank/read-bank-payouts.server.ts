import { desc, eq } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import { write } from '#platform/outbox/write.ts';
import {
  listMovements,
  listPayouts,
  type StripeMovement,
  type StripePayout,
} from '#platform/payments/connect/connect-balance.ts';
import type { Platform } from '#platform/platform.ts';
import { accountFor } from '../accounts/account-state.ts';
import { bankPayout } from './bank-payout.tables.ts';
import { followBankPayout } from './follow-bank-payout.server.ts';
import { readOldest } from './link-oldest.server.ts';

/** How long a payout that was paid may still fail. */
const mayFailMs = 30 * dayMs;

/**
 * Makes what we know of a seller's payouts to their bank agree with Stripe; idempotent, and independent of the order of
 * calls. All payouts since the newest one known are read, so that a gap is caught up, and those that may still fail.
 */
export async function readBankPayouts(platform: Platform, sellerId: string): Promise<void> {
  const account = await accountFor(platform.db, sellerId);
  if (!account?.stripeAccountId) return;
  const of = { sellerId, accountId: account.stripeAccountId };
  const since = await readSince(platform.db, sellerId);
  const payouts: StripePayout[] = [];
  for await (const payout of listPayouts(platform.payments, { account: of.accountId, ...(since && { since }) }))
    payouts.push(payout);
  // The oldest first: what came back from the bank is in a later one again.
  for (const found of payouts.toReversed()) {
    const lines = await (found.isAutomatic
      ? readLines(platform, of.accountId, found)
      : readOldest(platform, of, found));
    await write(platform, (tx) => followBankPayout(tx, of, { ...found, lines }, platform.clock.now()));
  }
}

async function readSince(db: Db, sellerId: string): Promise<Date | null> {
  const [newest] = await db
    .select({ createdAt: bankPayout.createdAt })
    .from(bankPayout)
    .where(eq(bankPayout.sellerId, sellerId))
    .orderBy(desc(bankPayout.createdAt))
    .limit(1);
  return newest ? addMs(newest.createdAt, -mayFailMs) : null;
}

/** The payments and returned payouts that a payout took to the bank; null where they aren't known yet, or are stored. */
async function readLines({ db, payments }: Platform, account: string, { id, hasLines }: StripePayout) {
  if (!hasLines) return null;
  const [known] = await db.select({ hasOrders: bankPayout.hasOrders }).from(bankPayout).where(eq(bankPayout.id, id));
  if (known?.hasOrders) return null;
  const lines: StripeMovement[] = [];
  for await (const line of listMovements(payments, { account, payout: id })) lines.push(line);
  return lines;
}
