import { sellerBalances } from '#features/ledger/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { accountFor } from '../accounts/account-state.ts';
import { payoutRefusals } from '../contract.ts';
import { sendToSellerJob } from '../model/payout.jobs.ts';
import { sendLimits } from './send.limits.ts';

/**
 * Sends what is ready for a seller, however small. Refuses without an active account, with nothing ready (409), and a
 * second time on a day (429).
 */
export async function requestPayout(platform: Platform, { id: sellerId }: Pick<Actor, 'id'>): Promise<void> {
  const account = await accountFor(platform.db, sellerId);
  if (account?.state !== 'active')
    throw conflict(payoutRefusals.accountInactive, 'Your payout account isn’t active. Complete the setup to get paid.');
  const owed = (await sellerBalances(platform.db, sellerId)).filter((balance) => balance.owed > 0);
  if (owed.length === 0)
    throw conflict(payoutRefusals.nothingReady, 'You have no earnings that are ready to be paid out.');
  await platform.limits.count(sendLimits.requests, sellerId);
  await write(platform, async (tx) => {
    for (const { currency } of owed)
      tx.enqueue(sendToSellerJob, { sellerId, currency }, { key: `${sellerId}:${currency}` });
  });
}
