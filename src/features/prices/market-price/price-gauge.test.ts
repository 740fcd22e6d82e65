import { afterAll, beforeAll, expect, test } from 'vitest';
import { editListing } from '#features/listings/index.server.ts';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { findPriceGauge } from '../index.server.ts';

let market: TestMarket;
let card: string;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  card = (await importTestCards(market))['lea-161'] ?? '';
  seller = await market.signUp('mara_sells');
}, 60_000);
afterAll(() => market?.close());

let sales = 0;
/** As orders store it. */
async function sold(
  amount: number,
  agoDays: number,
  { condition = 'near_mint', currency = 'USD' } = {},
): Promise<void> {
  const { pool, clock } = market.platform;
  const at = new Date(clock.now().getTime() - agoDays * dayMs);
  const id = `gauge-${sales++}`;
  await pool.query(
    `with paid as (insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, hold_expires_at, paid_at, status_since, created_at, updated_at)
       values ($1, $2, 'gone', 'completed', $7, $3, 0, $3, $4, $4, $4, $4, $4))
     insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, sold_at, is_final) values ($1, 0, $5, 'foil', 'en', $6, $3, $7, $1, $4, true)`,
    [id, seller.id, amount, at, card, condition, currency],
  );
}

test('[RO-02] a listing compares its price with the last thirty days of its kind, for premium members, and not where too few were sold', async () => {
  const copy = {
    catalogueCardId: card,
    finish: 'foil',
    language: 'en',
    condition: 'near_mint',
    price: { amount: 450, currency: 'USD' },
  } as const;
  const { id } = await listed(market, seller, copy);
  const gauge = async (as?: TestMember) => {
    const { body } = await market.request<string>('GET', `/listings/${id}`, as && { as });
    return (
      /<div class="gauge">.*?<\/strong>/s.exec(String(body).replace(/<!-- -->/g, ''))?.[0]?.replace(/<[^>]+>/g, '') ??
      null
    );
  };
  for (const [n, amount] of [400, 450, 500, 550].entries()) await sold(amount, n + 1);
  // Of other kinds, of another currency, longer ago: none of them is a fifth.
  await sold(480, 2, { condition: 'poor' });
  await sold(480, 2, { currency: 'EUR' });
  await sold(480, 31);
  const whole = await premium(market, await market.signUp());
  expect(await gauge(whole)).toBeNull();
  // The page's own code is that of the build: requested here as well.
  const statements = async () => {
    const { db, clock } = market.platform;
    return findPriceGauge(db, { ...copy, grading: null } as never, clock.now());
  };
  expect(await statements()).toBeNull();
  await sold(600, 5);
  expect(await statements()).toMatchObject({
    low: { amount: 400 },
    median: { amount: 500 },
    high: { amount: 600, currency: 'USD' },
    count: 5,
  });
  expect(await gauge(whole)).toBe('Last 30 days · Near mint · 5 sales10% below the median');
  expect([await gauge(seller), await gauge()]).toEqual([null, null]);
  await editListing(market.platform, actorOf(seller), id, { price: { amount: 600, currency: 'USD' } });
  await market.runJobs();
  expect(await gauge(whole)).toBe('Last 30 days · Near mint · 5 sales20% above the median');
});
