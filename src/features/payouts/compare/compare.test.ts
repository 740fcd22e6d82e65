import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLedger } from '#features/ledger/audit.testing.ts';
import { book } from '#features/ledger/index.server.ts';
import {
  bankDoes,
  buyPlaced,
  makePremium,
  passTime,
  pay,
  putUpForSale,
  setFaults,
  signInAgain,
} from '#features/orders/testing.ts';
import { subscriber } from '#features/tiers/testing.ts';
import { money } from '#kernel/numbers/money.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { setSchedule } from '#platform/payments/connect/connect-balance.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { activatePayouts } from '../accounts/accounts.testing.ts';
import { payoutOf, readyOrder, send } from '../payouts.testing.ts';
import { claimTransfer } from '../send/claim-transfer.server.ts';
import { sendTransfer } from '../send/send-transfer.server.ts';
import { compareTroubles } from './compare.troubles.ts';
import { compareWithStripe } from './compare-day.server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = await Promise.all([market.signUp('cora_sells'), market.signUp('carl_buys')]);
  await makePremium(market, seller);
});
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const compare = async () => {
  await compareWithStripe(market.platform);
  return rows('select currency, source, kind, at_stripe, booked from stripe_difference order by since, source');
};
const balances = async () =>
  rows(
    "select account, currency, sum(amount)::int as sum from ledger_entry where account in ('stripe_fee', 'host') group by 1, 2 order by 1",
  );
const lastDay = async () =>
  (await rows("select * from stripe_day where currency = 'USD' order by day desc limit 1"))[0];
const troubled = async (name: string) =>
  compareTroubles.find((one) => one.name === `payouts.${name}`)?.count(market.platform.db, market.clock.now());
async function paidOrder(): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return order.id;
}

test('payments, refunds, disputes and memberships: no difference; Stripe’s fees and the host’s money are booked', async () => {
  expect(await compare()).toEqual([]);
  const [, refunded, disputed] = [await paidOrder(), await paidOrder(), await paidOrder()];
  const refund = await market.request('POST', `/api/orders/${refunded}/refund`, {
    as: seller,
    body: { amount: 500, reason: 'Bent corner' },
  });
  expect(refund.status).toBe(200);
  const { id: dispute } = await bankDoes(market, 'disputes', { orderId: disputed });
  await passTime(market);
  await bankDoes(market, `disputes/${dispute}/decide`, { outcome: 'won' });
  await passTime(market);
  await subscriber(market, 'pia_pays');
  await passTime(market, 2 * hourMs);

  expect(await compare()).toEqual([]);
  // Three payments of 12.99, each 1.5 % and 0.25, and a dispute for 15.00; a membership of 4.00 without its fee.
  expect(await balances()).toEqual([
    { account: 'host', currency: 'USD', sum: -(400 - 31) },
    { account: 'stripe_fee', currency: 'USD', sum: 3 * 44 + 1_500 },
  ]);
  expect(await lastDay()).toMatchObject({ under_way: 0, difference: 0 });
  expect(await auditLedger(market.platform.pool)).toEqual([]);
  // Nothing is booked twice.
  expect(await compare()).toEqual([]);
  expect(await balances()).toHaveLength(2);
  expect(await troubled('comparison')).toBe(0);
});

test('a gap of three days is caught up', async () => {
  const before = Number((await rows('select count(*)::int as n from stripe_movement'))[0]?.n);
  await paidOrder();
  await passTime(market, dayMs);
  await paidOrder();
  await passTime(market, 2 * dayMs);
  expect(await troubled('comparison-late')).toBe(1);
  expect(await compare()).toEqual([]);
  expect((await rows('select count(*)::int as n from stripe_movement'))[0]?.n).toBe(before + 2);
  expect(await troubled('comparison-late')).toBe(0);
});

/** 29.00: more than the smallest sum that is sent at once. */
const large = { price: 1_900, shipping: [{ name: 'Letter', price: money(1_000, 'USD'), tracked: false }] };

test('transfers to sellers are compared; one that is booked and not sent is under way', async () => {
  [seller, buyer] = await Promise.all([signInAgain(market, seller), signInAgain(market, buyer)]);
  await activatePayouts(market, seller);
  const sent = await readyOrder(market, seller, buyer, large);
  await send(market);
  expect(await payoutOf(market, sent)).toMatchObject({ state: 'sent' });
  [seller, buyer] = await Promise.all([signInAgain(market, seller), signInAgain(market, buyer)]);
  const claimed = await readyOrder(market, seller, buyer, large);
  await setFaults(market, { transfers: 'refuse' });
  expect(await compare()).toEqual([]);
  const before = await lastDay();
  await setFaults(market, { down: true });
  await claimTransfer(market.platform, claimed);
  await market.runJobs();
  const [transfer] = await rows("select id from transfer where order_id = $1 and state = 'claimed'", [claimed]);
  await setFaults(market, null);
  expect(await compare()).toEqual([]);
  expect(await lastDay()).toMatchObject({ under_way: before.under_way + 2_900, difference: 0 });
  await passTime(market, minuteMs);
  await sendTransfer(market.platform, transfer.id);
  market.clock.advance(2 * hourMs);
  expect(await compare()).toEqual([]);
  expect(await lastDay()).toMatchObject({ under_way: 0, difference: 0 });
});

test('each difference is named: booked only, at Stripe only, another amount, not known, and the rest', async () => {
  const id = await paidOrder();
  const [purchase] = await rows('select p.* from purchase p join orders o on o.purchase_id = p.id where o.id = $1', [
    id,
  ]);
  const now = market.clock.now();
  const bookNow = (name: string, amount: number) =>
    write(market.platform, (tx) =>
      book(tx, {
        id: name,
        kind: 'chargeback',
        at: now,
        entries: [
          { account: 'stripe', ...money(amount, 'USD') },
          { account: 'loss', ...money(-amount, 'USD') },
        ],
      }),
    );
  await bookNow('chargeback:dp_none:1', -300);
  await bookNow(`chargeback:${purchase.charge_id}:1`, -70);
  const line = (type: string, source: string | null, net: number, created: Date) =>
    rows('insert into sandbox_stripe_object (id, object, created, data) values ($1, $2, $3, $4)', [
      `txn_${net}`,
      'balance_transaction',
      Math.floor(created.getTime() / 1_000),
      {
        id: `txn_${net}`,
        object: 'balance_transaction',
        type,
        created: Math.floor(created.getTime() / 1_000),
        available_on: Math.floor(created.getTime() / 1_000),
        amount: net,
        fee: 0,
        net,
        currency: 'usd',
        source,
      },
    ]);
  await line('adjustment', null, 11, now);
  await line('transfer', 'tr_none', 13, now);
  // Just now: an event may still be on its way.
  expect(await compare()).toEqual([]);
  expect(await lastDay()).toMatchObject({ under_way: 11 + 13 + 300 + 70, difference: 0 });

  await line('adjustment', null, 17, new Date(now.getTime() - 20 * dayMs));
  market.clock.advance(2 * hourMs);
  expect(await compare()).toEqual([
    { currency: 'USD', source: purchase.charge_id, kind: 'other_amount', at_stripe: 1_299, booked: 1_229 },
    { currency: 'USD', source: 'tr_none', kind: 'not_booked', at_stripe: 13, booked: 0 },
    { currency: 'USD', source: 'txn_11', kind: 'unknown', at_stripe: 11, booked: 0 },
    { currency: 'USD', source: 'dp_none', kind: 'not_at_stripe', at_stripe: 0, booked: -300 },
    { currency: 'USD', source: '', kind: 'rest', at_stripe: 17, booked: 0 },
  ]);
  expect(await lastDay()).toMatchObject({ under_way: 0, difference: 70 + 13 + 11 + 300 + 17 });
  expect(await troubled('comparison')).toBe(5);
});

test('automatic payouts of the host’s own balance are reported', async () => {
  expect(await troubled('schedule')).toBe(0);
  await setSchedule(market.platform.payments, 'daily');
  await compare();
  expect(await troubled('schedule')).toBe(1);
  await setSchedule(market.platform.payments, 'manual');
  await compare();
  expect(await troubled('schedule')).toBe(0);
});
