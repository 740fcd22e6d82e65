import { and, eq, gt, isNotNull, ne, notInArray, sql } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import { readAccount } from '#platform/payments/connect/connect.ts';
import type { Platform } from '#platform/platform.ts';
import { readBankPayoutsJob } from '../../bank/bank.jobs.ts';
import { readAccountJob } from '../account.jobs.ts';
import { payoutAccount } from '../payout-account.tables.ts';
import { followAccount } from './follow-account.server.ts';

/** It exists at Stripe, and its seller has not gone. */
const isKnown = and(isNotNull(payoutAccount.stripeAccountId), ne(payoutAccount.email, ''));

/**
 * Makes what we know of a seller's account agree with Stripe; idempotent, and independent of the order of calls.
 * Readings are numbered before Stripe is called: an answer that was requested before the stored one changes nothing.
 */
export async function readPayoutAccount(platform: Platform, sellerId: string): Promise<void> {
  const [read] = await platform.db
    .update(payoutAccount)
    .set({ reading: sql`${payoutAccount.reading} + 1` })
    .where(and(eq(payoutAccount.sellerId, sellerId), isKnown))
    .returning();
  if (!read?.stripeAccountId) return;
  const found = await readAccount(platform.payments, read.stripeAccountId);
  await write(platform, (tx) => followAccount(tx, read, found, platform.clock.now()));
}

const page = 500;

/** Reads the account and the payouts of every seller whose account is not over, each in its own jobs. */
export async function readPayoutAccounts(platform: Platform): Promise<void> {
  const { sellerId, state } = payoutAccount;
  for (let after = ''; ; ) {
    const due = await platform.db
      .select({ sellerId })
      .from(payoutAccount)
      .where(and(gt(sellerId, after), notInArray(state, ['closed', 'rejected']), isKnown))
      .orderBy(sellerId)
      .limit(page);
    await write(platform, async (tx) => {
      for (const seller of due) {
        tx.enqueue(readAccountJob, seller, { key: seller.sellerId });
        tx.enqueue(readBankPayoutsJob, seller, { key: seller.sellerId });
      }
    });
    after = due.at(-1)?.sellerId ?? '';
    if (due.length < page) return;
  }
}
