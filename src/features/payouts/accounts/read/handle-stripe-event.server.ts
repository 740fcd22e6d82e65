import { eq } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import { readAccount } from '#platform/payments/connect/connect.ts';
import type { HandlesStripe, StripeEventRef } from '#platform/payments/intake.ts';
import type { Platform } from '#platform/platform.ts';
import { keepAccount } from '../link-account.server.ts';
import { payoutAccount } from '../payout-account.tables.ts';
import { readPayoutAccount } from './read-account.server.ts';

/** The Stripe events of sellers' accounts. They are hints: the account is read, whatever they say. */
export const accountEvents: HandlesStripe = {
  types: [
    'v2.core.account.created',
    'v2.core.account.updated',
    'v2.core.account.closed',
    'v2.core.account[requirements].updated',
    'v2.core.account[identity].updated',
    'v2.core.account[defaults].updated',
    'v2.core.account[configuration.recipient].capability_status_updated',
  ],
  handle: handleAccountEvent,
};

async function handleAccountEvent(platform: Platform, { objectId }: StripeEventRef): Promise<void> {
  if (objectId === null) return;
  const sellerId = (await findSeller(platform, objectId)) ?? (await findLost(platform, objectId));
  if (sellerId !== null) await readPayoutAccount(platform, sellerId);
}

async function findSeller({ db }: Platform, stripeAccountId: string): Promise<string | null> {
  const { sellerId } = payoutAccount;
  const [found] = await db
    .select({ sellerId })
    .from(payoutAccount)
    .where(eq(payoutAccount.stripeAccountId, stripeAccountId));
  return found?.sellerId ?? null;
}

/** An account whose answer was lost when it was created says itself whose it is. */
async function findLost(platform: Platform, stripeAccountId: string): Promise<string | null> {
  const { sellerId } = await readAccount(platform.payments, stripeAccountId);
  if (sellerId === null) return null;
  await write(platform, (tx) => keepAccount(tx, sellerId, stripeAccountId, platform.clock.now()));
  return findSeller(platform, stripeAccountId);
}
