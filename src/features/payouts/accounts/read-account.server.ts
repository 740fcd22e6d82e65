import { and, eq, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { addMs, hourMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { readAccount } from '#platform/payments/connect.ts';
import type { Platform } from '#platform/platform.ts';
import { readAccountJob, readAccountsJob } from './account.jobs.ts';
import { followAccount } from './follow-account.server.ts';
import { payoutAccount } from './payout-account.tables.ts';

/**
 * Makes what we know of a seller's account agree with Stripe; idempotent, and independent of the order of calls.
 * Readings are numbered before Stripe is called: an answer that was requested before the stored one changes nothing.
 */
export async function readPayoutAccount(platform: Platform, sellerId: string): Promise<void> {
  const [read] = await platform.db
    .update(payoutAccount)
    .set({ reading: sql`${payoutAccount.reading} + 1` })
    .where(and(eq(payoutAccount.sellerId, sellerId), isNotNull(payoutAccount.stripeAccountId)))
    .returning();
  if (!read?.stripeAccountId) return;
  const found = await readAccount(platform.payments, read.stripeAccountId);
  await write(platform, (tx) => followAccount(tx, read, found, platform.clock.now()));
}

const atOnce = 100;

/** Enqueues a reading of each account that was not read for most of a day. The job repeats itself until none is left. */
export async function readPayoutAccounts(platform: Platform): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const { sellerId, state, readAt, stripeAccountId } = payoutAccount;
    const due = await tx.db
      .select({ sellerId })
      .from(payoutAccount)
      .where(
        and(
          notInArray(state, ['closed', 'rejected']),
          isNotNull(stripeAccountId),
          or(isNull(readAt), lt(readAt, addMs(now, -20 * hourMs))),
        ),
      )
      .orderBy(readAt)
      .limit(atOnce);
    for (const each of due) tx.enqueue(readAccountJob, each, { key: each.sellerId });
  });
}
