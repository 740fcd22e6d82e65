import { and, asc, eq, notExists } from 'drizzle-orm';
import { sellerBalances } from '#features/ledger/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { accountFor } from '../accounts/account-state.ts';
import { payoutRefusals } from '../contract.ts';
import { sendToSellerJob } from '../model/payout.jobs.ts';
import { orderPayout, transfer } from '../model/payout.tables.ts';
import { pauseSentence } from '../queries/pause-words.ts';
import { settlePayouts } from '../release/settle-payouts.server.ts';
import { sendLimits } from './send.limits.ts';

/**
 * Sends what is ready for a seller, however small. Refuses without an active account, with nothing ready, where all of it
 * is paused or less than the seller owes (409), and a second time on a day (429).
 */
export async function requestPayout(platform: Platform, { id: sellerId }: Pick<Actor, 'id'>): Promise<void> {
  const account = await accountFor(platform.db, sellerId);
  if (account?.state !== 'active')
    throw conflict(payoutRefusals.accountInactive, 'Your payout account isn’t active. Complete the setup to get paid.');
  const currencies = await sendableCurrencies(platform, sellerId);
  const balances = await sellerBalances(platform.db, sellerId);
  const paid = balances.filter(({ currency, owed, debt }) => currencies.has(currency) && owed > debt);
  if (paid.length === 0)
    throw conflict(
      payoutRefusals.nothingReady,
      'You owe us as much as your ready earnings. They’re taken off your debt first.',
    );
  await platform.limits.count(sendLimits.requests, sellerId);
  await write(platform, async (tx) => {
    for (const { currency } of paid)
      tx.enqueue(sendToSellerJob, { sellerId, currency }, { key: `${sellerId}:${currency}` });
  });
}

/** Their orders are looked at now: the stored reasons may be over. */
const lookedAt = 50;

/** The currencies of ready orders that nothing pauses. Refuses where there are none. */
async function sendableCurrencies(platform: Platform, sellerId: string): Promise<Set<Currency>> {
  const find = () => platform.db.select().from(orderPayout).where(isReady).orderBy(asc(orderPayout.readyAt));
  const isReady = and(
    eq(orderPayout.sellerId, sellerId),
    eq(orderPayout.state, 'ready'),
    notExists(
      platform.db
        .select()
        .from(transfer)
        .where(and(eq(transfer.orderId, orderPayout.orderId), eq(transfer.state, 'claimed'))),
    ),
  );
  const old = await find().limit(lookedAt);
  await settlePayouts(
    platform,
    old.map(({ orderId }) => orderId),
  );
  const ready = await find();
  const [first] = ready;
  if (!first) throw conflict(payoutRefusals.nothingReady, 'You have no earnings that are ready to be paid out.');
  const free = ready.filter(({ pausedReason }) => pausedReason === null);
  if (free.length > 0) return new Set(free.map(({ currency }) => currency));
  const { pausedReason: reason, pausedUntil: until, holdDays } = first;
  throw conflict(
    payoutRefusals.allPaused,
    `Your ready earnings are paused. ${reason ? pauseSentence({ reason, until, holdDays }) : ''}`.trim(),
  );
}
