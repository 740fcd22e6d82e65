import { eq } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import { readAccount } from '#platform/payments/connect/connect.ts';
import type { HandlesStripe, StripeEventRef } from '#platform/payments/intake.ts';
import type { Platform } from '#platform/platform.ts';
import { readBankPayouts } from '../../bank/read-bank-payouts.server.ts';
import { keepAccount } from '../link-account.server.ts';
import { payoutAccount } from '../payout-account.tables.ts';
import { readPayoutAccount } from './read-account.server.ts';

/** The Stripe events of sellers' accounts and their payouts. They are hints: both are read, whatever they say. */
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
  connectedTypes: [
    'payout.created',
    'payout.updated',
    'payout.paid',
    'payout.failed',
    'payout.canceled',
    'payout.reconciliation_completed',
  ],
  handle: (platform, event) =>
    event.account === null ? handleAccountEvent(platform, event) : handlePayoutEvent(platform, event.account),
};

async function handleAccountEvent(platform: Platform, { objectId }: StripeEventRef): Promise<void> {
  if (objectId === null) return;
  const sellerId = (await findSeller(platform, objectId)) ?? (await findLost(platform, objectId));
  if (sellerId !== null) await readPayoutAccount(platform, sellerId);
}

async function handlePayoutEvent(platform: Platform, stripeAccountId: string): Promise<void> {
  const sellerId = await findSeller(platform, stripeAccountId);
  if (sellerId !== null) await readBankPayouts(platform, sellerId);
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
