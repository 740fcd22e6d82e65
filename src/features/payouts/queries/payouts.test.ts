import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { changeFee } from '#features/fees/index.server.ts';
import { makePremium, passTime, setFaults, signInAgain } from '#features/orders/testing.ts';
import { money } from '#kernel/numbers/money.ts';
import { addMs, dayMs, hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { activatePayouts } from '../accounts/accounts.testing.ts';
import { act, auditPayouts, deliveredOrder, paidOrder, readyOrder, send } from '../payouts.testing.ts';
import { claimTransfer } from '../send/claim-transfer.server.ts';
import type { OrderPayout } from './balance.contract.ts';
import { readMarketMoney } from './market-money.server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
let stranger: TestMember;
/** Sent at once: 29.00, of which the fee is 1.90. */
const large = { price: 1_900, shipping: [{ name: 'Letter', price: money(1_000, 'USD'), tracked: false }] };
/** The orders, the first payment first. */
const ids: Record<string, string> = {};

const read = async (path: string, as: TestMember = seller) => market.request('GET', path, { as });
const usd = (amount: number) => money(amount, 'USD');
async function signInBoth(): Promise<void> {
  [seller, buyer] = await Promise.all([signInAgain(market, seller), signInAgain(market, buyer)]);
}

beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer, stranger] = await Promise.all([
    market.signUp('pam_sells'),
    market.signUp('pat_buys'),
    market.signUp('sid_else'),
  ]);
  await makePremium(market, seller);
  await activatePayouts(market, seller);
  // A tenth of each card.
  await changeFee(market.platform, stranger.id, { basisPoints: 1_000, fixed: 0, note: 'Start' });
  ids.sent = await readyOrder(market, seller, buyer, large);
  await send(market);
  await signInBoth();
  ids.ready = await readyOrder(market, seller, buyer, { price: 1_000 });
  await signInBoth();
  ids.short = await readyOrder(market, seller, buyer, large);
  await setFaults(market, { transfers: 'short' });
  await claimTransfer(market.platform, ids.short);
  await signInBoth();
  stranger = await signInAgain(market, stranger);
  ids.due = await deliveredOrder(market, seller, buyer, { price: 1_900 });
  ids.problem = await deliveredOrder(market, seller, buyer, { price: 500 });
  await act(market, buyer, ids.problem, 'dispute', { reason: 'damaged', text: 'A corner is bent and creased.' });
  ids.waiting = await paidOrder(market, seller, buyer, { price: 600 });
  ids.returned = await paidOrder(market, seller, buyer, { price: 700 });
  await act(market, seller, ids.returned, 'refund', { reason: 'Sold elsewhere.' });
  await passTime(market);
}, 60_000);
afterEach(async () => expect(await auditPayouts(market.platform.pool)).toEqual([]));
afterAll(() => market?.close());

test('a seller without earnings has an empty balance and list; a visitor is asked to sign in', async () => {
  expect((await read('/api/payouts/balance', stranger)).body).toEqual({ currencies: [] });
  expect((await read('/api/payouts', stranger)).body).toEqual({ items: [], nextCursor: null });
  expect((await market.request('GET', '/api/payouts/balance')).status).toBe(401);
  expect((await market.request('GET', '/api/payouts')).status).toBe(401);
});

test('the four figures follow the money after fees: held, ready, on the way, paid out, and the next release', async () => {
  const { body } = await read('/api/payouts/balance');
  const due = (await read('/api/payouts?state=held')).body.items.find((one: OrderPayout) => one.orderId === ids.due);
  expect(body.currencies).toEqual([
    {
      currency: 'USD',
      held: usd(1_710 + 450 + 540),
      ready: usd(3_610),
      onTheWay: usd(0),
      // Stripe paid it out in the weeks that followed.
      paidOut: usd(2_710),
      debt: usd(0),
      // The order with a problem is due on the same day, and waits for its end.
      next: { at: due.dueAt, amount: usd(1_710) },
    },
  ]);
  expect(new Date(due.dueAt) <= addMs(market.clock.now(), 7 * dayMs)).toBe(true);
});

test('the list names each order’s amount, state and reason; filters and pages', async () => {
  const all = (await read('/api/payouts?limit=4')).body;
  const rest = (await read(`/api/payouts?limit=4&cursor=${all.nextCursor}`)).body;
  expect(rest.nextCursor).toBeNull();
  const items: OrderPayout[] = [...all.items, ...rest.items].reverse();
  expect(items.map(({ orderId, state, amount, pause }) => [orderId, state, amount, pause?.reason ?? null])).toEqual([
    [ids.sent, 'paid_out', usd(2_710), null],
    [ids.ready, 'ready', usd(900), null],
    [ids.short, 'ready', usd(2_710), 'short'],
    [ids.due, 'held', usd(1_710), 'hold'],
    [ids.problem, 'held', usd(450), 'problem'],
    [ids.waiting, 'held', usd(540), 'not_delivered'],
    [ids.returned, 'returned', usd(0), null],
  ]);
  expect(items[4]).toMatchObject({ title: 'Charizard', pause: { sentence: expect.stringContaining('a problem') } });
  const counts = { held: 3, ready: 2, on_the_way: 0, paid_out: 1, returned: 1 };
  for (const [state, count] of Object.entries(counts))
    expect((await read(`/api/payouts?state=${state}`)).body.items, state).toHaveLength(count);
  expect((await read('/api/payouts?state=lost')).status).toBe(422);
  expect((await read('/api/payouts?cursor=x')).status).toBe(422);
});

test('money that is claimed is on the way until it is at the bank', async () => {
  await setFaults(market, { down: true });
  market.clock.advance(2 * hourMs);
  await claimTransfer(market.platform, ids.short ?? '');
  await signInBoth();
  const figures = async () => (await read('/api/payouts/balance')).body.currencies[0];
  expect(await figures()).toMatchObject({ onTheWay: usd(2_710), ready: usd(900) });
  await setFaults(market, null);
  await passTime(market, hourMs);
  expect(await figures()).toMatchObject({ onTheWay: usd(2_710), paidOut: usd(2_710) });
  await passTime(market, 3 * dayMs);
  await signInBoth();
  expect(await figures()).toMatchObject({ onTheWay: usd(0), paidOut: usd(5_420) });
});

test('orders from before payouts are no part of what is on hold', async () => {
  const figures = async () => (await readMarketMoney(market.platform.db))[0];
  const [held, outside] = [(await figures())?.held.amount ?? 0, usd(0)];
  expect(await figures()).toMatchObject({ held: usd(held), outside });
  const set = (state: string) =>
    market.platform.pool.query('update order_payout set state = $1 where order_id = $2', [state, ids.waiting]);
  await set('outside');
  expect(await figures()).toMatchObject({ held: usd(held - 600), outside: usd(600) });
  await set('held');
});
