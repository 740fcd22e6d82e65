import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingKind, book, type Entry } from '#features/ledger/index.server.ts';
import { buyPlaced, makePremium, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { money } from '#kernel/numbers/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let ids: string[];

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const read = async (path: string, as: TestMember = seller) => market.request('GET', path, { as });
const usd = (amount: number) => money(amount, 'USD');

async function paidOrder(): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return order.id;
}

const bookNow = (kind: BookingKind, orderId: string, entries: readonly Entry[]) =>
  write(market.platform, (tx) => book(tx, { id: `${kind}:${orderId}`, kind, at: market.clock.now(), entries }));
const release = (orderId: string) =>
  bookNow('release', orderId, [
    { account: 'order', orderId, ...usd(1_299) },
    { account: 'seller', orderId, sellerId: seller.id, ...usd(-1_199) },
    { account: 'fee', orderId, ...usd(-100) },
  ]);
const stateOf = (orderId: string, state: string, more: Record<string, unknown> = {}) => {
  const facts = { due_at: null, paused_reason: null, paused_until: null, ...more };
  return rows(
    `update order_payout set state = $2, due_at = $3, paused_reason = $4, paused_until = $5 where order_id = $1`,
    [orderId, state, facts.due_at, facts.paused_reason, facts.paused_until],
  );
};
const sendNow = async (orderId: string, state: 'claimed' | 'sent') => {
  await rows(
    'insert into transfer (id, order_id, seller_id, account_id, amount, currency, state, claimed_at) values ($1, $1, $2, $3, 1199, $4, $5, $6)',
    [orderId, seller.id, 'acct_1', 'USD', state, market.clock.now()],
  );
  await bookNow('transfer', orderId, [
    { account: 'seller', orderId, sellerId: seller.id, ...usd(1_199) },
    { account: 'stripe', orderId, ...usd(-1_199) },
  ]);
};

beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = await Promise.all([market.signUp('pam_sells'), market.signUp('pat_buys')]);
  await makePremium(market, seller);
  ids = [];
  for (let n = 0; n < 6; n++) ids.push(await paidOrder());
  // As with a fee of 1.00 for each order.
  await rows(`update order_item set snapshot = jsonb_set(snapshot, '{fee}', '{"amount": 100, "currency": "USD"}')`);
});
afterAll(() => market?.close());

test('a seller without earnings has an empty balance and list; a visitor is asked to sign in', async () => {
  expect((await read('/api/payouts/balance', buyer)).body).toEqual({ currencies: [] });
  expect((await read('/api/payouts', buyer)).body).toEqual({ items: [], nextCursor: null });
  expect((await market.request('GET', '/api/payouts/balance')).status).toBe(401);
  expect((await market.request('GET', '/api/payouts')).status).toBe(401);
});

test('the four figures follow the money: held, ready, on the way, paid out; what was taken back is no longer paid out', async () => {
  const [waiting, due, ready, claimed, sent, returned] = ids as [string, string, string, string, string, string];
  const dueAt = addMs(market.clock.now(), 2 * dayMs);
  await stateOf(waiting, 'held', { paused_reason: 'problem' });
  await stateOf(due, 'held', { due_at: dueAt, paused_reason: 'hold' });
  for (const id of [ready, claimed, sent]) await release(id);
  await stateOf(ready, 'ready', { paused_reason: 'account' });
  await stateOf(claimed, 'ready');
  await sendNow(claimed, 'claimed');
  await stateOf(sent, 'sent');
  await sendNow(sent, 'sent');
  await rows(
    "insert into transfer_reversal (id, transfer_id, order_id, amount, state, claimed_at, done_at) values ('r1', $1, $1, 199, 'done', $2, $2)",
    [sent, market.clock.now()],
  );
  await bookNow('refund', returned, [
    { account: 'order', orderId: returned, ...usd(1_299) },
    { account: 'stripe', orderId: returned, ...usd(-1_299) },
  ]);
  await stateOf(returned, 'returned');

  const { body } = await read('/api/payouts/balance');
  expect(body.currencies).toEqual([
    {
      currency: 'USD',
      held: usd(2 * 1_199),
      ready: usd(1_199),
      onTheWay: usd(1_199),
      paidOut: usd(1_000),
      debt: usd(0),
      next: { at: dueAt.toISOString(), amount: usd(1_199) },
    },
  ]);
});

test('the list names each order’s amount, state and reason; filters and pages', async () => {
  const all = (await read('/api/payouts?limit=4')).body;
  const rest = (await read(`/api/payouts?limit=4&cursor=${all.nextCursor}`)).body;
  expect(rest.nextCursor).toBeNull();
  const items = [...all.items, ...rest.items].reverse();
  expect(items.map((item: { orderId: string }) => item.orderId)).toEqual(ids);
  expect(items.map((item: { state: string; amount: unknown }) => [item.state, item.amount])).toEqual([
    ['held', usd(1_199)],
    ['held', usd(1_199)],
    ['ready', usd(1_199)],
    ['on_the_way', usd(1_199)],
    ['sent', usd(1_000)],
    ['returned', usd(0)],
  ]);
  expect(items.map((item: { pause: { reason: string } | null }) => item.pause?.reason ?? null)).toEqual([
    'problem',
    'hold',
    'account',
    null,
    null,
    null,
  ]);
  expect(items[0]).toMatchObject({ title: 'Charizard', pause: { sentence: expect.stringContaining('a problem') } });
  for (const [state, count] of [
    ['held', 2],
    ['ready', 1],
    ['on_the_way', 1],
    ['sent', 1],
    ['returned', 1],
  ])
    expect((await read(`/api/payouts?state=${state}`)).body.items, String(state)).toHaveLength(Number(count));
  expect((await read('/api/payouts?state=lost')).status).toBe(422);
  expect((await read('/api/payouts?cursor=x')).status).toBe(422);
});
