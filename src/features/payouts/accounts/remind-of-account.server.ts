import { eq } from 'drizzle-orm';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { deadlineReminder } from './account.rules.ts';
import { notifyOfAccount } from './emails/notify-of-account.server.ts';
import { type PayoutAccountRow, payoutAccount } from './payout-account.tables.ts';

/** Some days after the start: reminds a seller who has not finished. */
export async function remindOfAccount(platform: Platform, sellerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const account = await lockAccount(tx, sellerId);
    if (account?.state !== 'started') return;
    await notifyOfAccount(tx, account, { email: 'unfinished', about: 'start', now: platform.clock.now() });
  });
}

/** Some days before Stripe's deadline: reminds of it, unless it was moved or met meanwhile. */
export async function remindOfDeadline(platform: Platform, sellerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const account = await lockAccount(tx, sellerId);
    const now = platform.clock.now();
    const remindAt = account && deadlineReminder(account);
    if (!account || !remindAt || remindAt > now) return;
    const until = account.deadlineAt;
    await notifyOfAccount(tx, account, { email: 'deadline', about: until?.toISOString() ?? '', until, now });
  });
}

async function lockAccount(tx: Tx, sellerId: string): Promise<PayoutAccountRow | undefined> {
  const [account] = await tx.db.select().from(payoutAccount).where(eq(payoutAccount.sellerId, sellerId)).for('update');
  return account;
}
