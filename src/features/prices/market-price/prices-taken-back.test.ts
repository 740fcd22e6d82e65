import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listed } from '#features/listings/testing.ts';
import { bankDoes, completeOrder, passTime, pay, reconcileSales, setFaults } from '#features/orders/testing.ts';
import { usd } from '#features/wanted/wanted.testing.ts';
import { dayMs } from '#kernel/time.ts';
import type { TestMember } from '#testing/server.ts';
import { expectStoredAsCounted, pricedMarket, sellTogether } from '../prices.testing.ts';

const { shop, card, pricesAt, sell, later } = pricedMarket();

test('a seller who has bought from the same card or door before makes no price, and two members make one in thirty days', async () => {
  const id = card('swsh7-215');
  for (let n = 0; n < 3; n++) await sell(id, 800, shop.buyers[0] as TestMember);
  expect((await pricesAt(id)).body.count).toBe(1);
  const own = await sell(id, 800, shop.buyers[1] as TestMember, {}, 'ordered');
  await shop.market.platform.pool.query("insert into order_sign (order_id, kind, at) values ($1, 'browser', $2)", [
    own,
    shop.market.clock.now(),
  ]);
  await payAgain(own, shop.buyers[1] as TestMember);
  await completeOrder(shop.market, shop.seller, shop.buyers[1] as TestMember, own);
  expect((await pricesAt(id)).body.count).toBe(1);
  await later(31 * dayMs);
  await sell(id, 800, shop.buyers[0] as TestMember);
  expect((await pricesAt(id, '?days=90')).body.count).toBe(2);
});

test('[EN-06] a partial refund, by the seller or at Stripe, removes the sale at once; a failed refund restores it', async () => {
  const id = card('base1-58');
  const { pool, payments } = shop.market.platform;
  const orders: string[] = [];
  for (const [at, amount] of [300, 310, 320, 330, 340].entries())
    orders.push(await sell(id, amount, shop.buyers[at] as TestMember, {}, [0, 2].includes(at) ? 'paid' : 'completed'));
  const complete = (at: number) =>
    completeOrder(shop.market, shop.seller, shop.buyers[at] as TestMember, orders[at] as string);
  const count = async () => (await pricesAt(id)).body.count;
  const refund = (order: string | undefined) =>
    shop.market.request('POST', `/api/orders/${order}/refund`, { as: shop.seller, body: { amount: usd(10) } });
  expect(await count()).toBe(3);
  // Once completed the seller gives nothing back any more.
  expect((await refund(orders[1])).status).toBe(409);
  expect((await refund(orders[0])).status).toBe(200);
  await passTime(shop.market);
  await complete(0);
  expect(await count()).toBe(3);
  const { rows } = await pool.query(
    'select payment_intent_id from purchase where id = (select purchase_id from orders where id = $1)',
    [orders[1]],
  );
  await payments.stripe.refunds.create({ payment_intent: rows[0].payment_intent_id, amount: 10 });
  await passTime(shop.market);
  expect(await count()).toBe(2);
  await setFaults(shop.market, { refunds: 'fail' });
  expect((await refund(orders[2])).status).toBe(200);
  await complete(2);
  await passTime(shop.market);
  await setFaults(shop.market, null);
  expect(await count()).toBe(3);
});

test('a copy that is signed, altered, a misprint or of a special edition makes no price, and one of the ordinary edition does', async () => {
  const id = card('lea-232');
  const { pool } = shop.market.platform;
  const count = async () =>
    (await pool.query('select count(*)::int as n from card_sale where card_id = $1', [id])).rows[0].n;
  const buyers = shop.buyers as TestMember[];
  for (const [n, traits] of [
    { edition: 'first' },
    { edition: 'shadowless' },
    { signed: true },
    { altered: true },
    { misprint: true },
  ].entries())
    await sell(id, 900, buyers[n] as TestMember, traits as never);
  expect(await count()).toBe(0);
  const plain = await sell(id, 900, buyers[5] as TestMember, { edition: 'unlimited' });
  expect(await count()).toBe(1);
  // Sales of special copies that an older process stored are deleted, missing sales of plain ones are added.
  await pool.query(`update order_item set snapshot = snapshot || '{"signed": true}' where order_id = $1`, [plain]);
  await pool.query('update orders set updated_at = $1', [shop.market.clock.now()]);
  await reconcileSales(shop.market.platform);
  expect(await count()).toBe(0);
  await expectStoredAsCounted(shop.market);
  await reconcileSales(shop.market.platform);
  // Nor do such copies count among the offers of plain ones.
  await listed(shop.market, shop.seller, { catalogueCardId: id, price: usd(100), signed: true });
  await listed(shop.market, shop.seller, { catalogueCardId: id, price: usd(500) });
  const { body } = await pricesAt(id);
  expect(body.asks).toEqual({ low: usd(500), count: 1 });
});

test('a part of an order of several cards that is given back takes out the sales of those that it names, and of all where it names none', async () => {
  const cards = [card('lea-161'), card('swsh7-215')];
  const counts = () => Promise.all(cards.map(async (id): Promise<number> => (await pricesAt(id)).body.count));
  const refund = (id: string, body: object) =>
    shop.market.request('POST', `/api/orders/${id}/refund`, { as: shop.seller, body });
  const before = await counts();
  const [none, one] = [
    await sellTogether(shop.market, shop.seller, cards),
    await sellTogether(shop.market, shop.seller, cards),
  ];
  expect(await counts()).toEqual(before);
  expect((await refund(none.id, { amount: usd(10) })).status).toBe(200);
  await completeOrder(shop.market, shop.seller, none.buyer, none.id);
  expect(await counts()).toEqual(before);

  const [first] = one.items;
  const wrong = await refund(one.id, { items: [first?.listingId, 'another'] });
  expect([wrong.status, wrong.body.errors]).toEqual([422, { items: 'One of these cards isn’t in this order.' }]);
  // Without an amount, what was paid for it: the half of what was agreed for both.
  const back = await refund(one.id, { items: [first?.listingId], reason: 'It is bent' });
  expect([back.status, back.body.refunded, back.body.history.at(-1).note]).toEqual([
    200,
    usd(450),
    expect.stringMatching(/^\$4\.50 refunded for “[^”]+”: It is bent/),
  ]);
  await completeOrder(shop.market, shop.seller, one.buyer, one.id);
  expect(await counts()).toEqual([before[0], (before[1] ?? 0) + 1]);
  await passTime(shop.market);
  await expectStoredAsCounted(shop.market);
  // A process of before names none, and is mended by the nightly look; the one that is named stays out.
  await shop.market.platform.pool.query('delete from card_sale where order_id = $1', [one.id]);
  await reconcileSales(shop.market.platform);
  await expectStoredAsCounted(shop.market);
  expect(await counts()).toEqual([before[0], (before[1] ?? 0) + 1]);
});

test('a part that the buyer’s bank takes back takes the sale out, while it decides and for good; what it gives back is a sale again', async () => {
  const id = card('lea-232');
  const orders: string[] = [];
  for (const [at, amount] of [600, 610, 620].entries())
    orders.push(await sell(id, amount, shop.buyers[at] as TestMember, { language: 'de' }));
  const count = async () => (await pricesAt(id, '?language=de')).body.count;
  const asksBack = async (orderId: string | undefined, more: Record<string, unknown> = {}) => {
    const { id } = await bankDoes(shop.market, 'disputes', { orderId, amount: 50, ...more });
    await passTime(shop.market);
    return id;
  };
  const decides = async (dispute: string, outcome: string) => {
    await bankDoes(shop.market, `disputes/${dispute}/decide`, { outcome });
    await passTime(shop.market);
  };
  expect(await count()).toBe(3);
  const [lost, won] = [await asksBack(orders[0]), await asksBack(orders[1])];
  expect(await count()).toBe(1);
  await decides(lost, 'lost');
  await decides(won, 'won');
  expect(await count()).toBe(2);
  await expectStoredAsCounted(shop.market);
  // As a process of the version before left it.
  const { pool } = shop.market.platform;
  const { rows } = await pool.query(
    `insert into card_sale select $2, position, card_id, finish, language, condition, price_amount, currency, pair, is_own, sold_at, is_final, buyer_keys
     from card_sale where order_id = $1 returning order_id`,
    [orders[1], orders[0]],
  );
  expect(rows).toHaveLength(1);
  await reconcileSales(shop.market.platform);
  expect(await count()).toBe(2);
});

test('of one pair one sale counts in thirty days, also where the first lies before the stretch that is shown', async () => {
  const id = card('lea-161');
  const count = async (days: number) => (await pricesAt(id, `?finish=foil&days=${days}`)).body.count;
  await sell(id, 600, shop.buyers[0] as TestMember, { finish: 'foil' });
  await later(20 * dayMs);
  await sell(id, 900, shop.buyers[0] as TestMember, { finish: 'foil' });
  expect([await count(30), await count(7)]).toEqual([1, 0]);
  await later(15 * dayMs);
  expect(await count(30)).toBe(0);
  await sell(id, 700, shop.buyers[0] as TestMember, { finish: 'foil' });
  expect(await count(30)).toBe(1);
});

async function payAgain(orderId: string, buyer: TestMember): Promise<void> {
  const { body } = await shop.market.request('GET', `/api/orders/${orderId}`, { as: buyer });
  expect((await pay(body.checkoutUrl, undefined, buyer.email)).status).toBe(200);
  await passTime(shop.market);
}

test('stored sales equal a recount over random histories, and are repaired after an older process', async () => {
  const step = fc.record({
    buyer: fc.nat({ max: 5 }),
    amount: fc.integer({ min: 50, max: 1_900 }),
    move: fc.constantFrom('leave', 'pay', 'cancel', 'refund', 'part', 'ship', 'dispute', 'complete'),
    named: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 6 }), async (steps) => {
      for (const { buyer, amount, move, named } of steps) {
        const as = shop.buyers[buyer] as TestMember;
        const what = named ? {} : { catalogueCardId: undefined };
        const order = await sell(
          card('base1-4'),
          amount,
          as,
          what,
          move === 'leave' ? 'ordered' : move === 'complete' ? 'completed' : 'paid',
        );
        const act = (by: TestMember, verb: string, body: Record<string, unknown> = {}) =>
          shop.market.request('POST', `/api/orders/${order}/${verb}`, { as: by, body });
        if (move === 'leave') await act(as, 'cancel', { reason: 'Changed my mind' });
        if (move === 'cancel') await act(shop.seller, 'cancel', { reason: 'Damaged' });
        if (move === 'refund') await act(shop.seller, 'refund');
        if (move === 'part') await act(shop.seller, 'refund', { amount: usd(10) });
        if (move === 'ship' || move === 'dispute') await act(shop.seller, 'ship', { carrier: 'Post' });
        if (move === 'dispute') await act(as, 'dispute', { reason: 'not_as_described', text: 'The corner is bent.' });
        await passTime(shop.market);
      }
      await expectStoredAsCounted(shop.market);
    }),
    { seed: 20_261_126, numRuns: 3 },
  );
  const { pool } = shop.market.platform;
  const { rows } = await pool.query<{ order_id: string }>('select distinct order_id from card_sale order by 1');
  const [lost, stale, part, early] = rows.map(({ order_id }) => order_id);
  expect(rows.length).toBeGreaterThan(3);
  // What an older process would leave: a missing sale, and sales of orders refunded wholly or partly.
  await pool.query('delete from card_sale where order_id = $1', [lost]);
  await pool.query(`update orders set status = 'refunded', updated_at = $2 where id = $1`, [
    stale,
    shop.market.clock.now(),
  ]);
  await pool.query('update card_sale set is_final = not is_final where order_id = $1', [early]);
  for (const id of [lost, early])
    await pool.query('update orders set updated_at = $2 where id = $1', [id, shop.market.clock.now()]);
  await pool.query(
    `insert into refund (id, order_id, amount, currency, cause, state, asked_at) values ($1, $1, 10, 'USD', 'stripe', 'done', $2)`,
    [part, shop.market.clock.now()],
  );
  await pool.query(`update orders set updated_at = paid_at - interval '9 days' where id = $1`, [part]);
  await reconcileSales(shop.market.platform);
  await expectStoredAsCounted(shop.market);
}, 120_000);
