import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { besideMarket } from '#features/prices/index.server.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let card: string;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  card = (await importTestCards(market))['lea-161'] ?? '';
  [seller, buyer] = [await market.signUp('mara_sells'), await market.signUp('ben_buys')];
}, 60_000);
afterAll(() => market?.close());

let rows = 0;
/** As orders would keep it. */
async function sold(amount: number, agoDays: number, { condition = 'near_mint', currency = 'USD' } = {}): Promise<void> {
  const { pool, clock } = market.platform;
  const at = new Date(clock.now().getTime() - agoDays * dayMs);
  await pool.query(
    `with paid as (insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, hold_expires_at, paid_at, status_since, created_at, updated_at)
       values ($1, 'a', 'b', 'completed', $6, $2, 0, $2, $3, $3, $3, $3, $3))
     insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, sold_at) values ($1, 0, $4, 'foil', 'en', $5, $2, $6, $1, $3)`,
    [`history-${rows++}`, amount, at, card, condition, currency],
  );
}
/** As the room keeps an offer that was answered `waitHours` after it was made. */
async function answered(waitHours: number, set: Record<string, unknown> = {}): Promise<void> {
  const decided = new Date(market.clock.now().getTime() - dayMs);
  const row = { made_by: 'buyer', status: 'declined', by_rule: false, note: null, place: 0, ...set };
  await market.platform.pool.query(
    `insert into offer (id, listing_id, buyer_id, seller_id, title, amount, asked_amount, currency, made_by, status, listing_version, expires_at, by_rule, note, place, decided_at, created_at, updated_at)
     values ($1, 'gone', $2, $3, 'A card', 100, 200, 'USD', $4, $5, 1, $9, $6, $7, $8, $9, $10, $9)`,
    [
      `answer-${rows++}`,
      buyer.id,
      seller.id,
      row.made_by,
      row.status,
      row.by_rule,
      row.note,
      row.place,
      decided,
      new Date(decided.getTime() - waitHours * hourMs),
    ],
  );
}
const copy = { finish: 'foil', language: 'en', condition: 'near_mint', price: { amount: 450, currency: 'USD' } } as const;
const read = async (path: string, as: TestMember) => String((await market.request('GET', path, { as })).body).replace(/<!-- -->/g, '');

test('[11-4] a listing’s page has a place for what copies of its kind were sold for, and says where none was; a card in free text has none', async () => {
  const { id } = await listed(market, seller, { ...copy, catalogueCardId: card });
  const none = await read(`/listings/${id}`, buyer);
  expect(none).toContain('Copies sold: near mint, foil, English. Without post.');
  expect(none).toContain('No copy like this one was sold here in the last year.');
  await sold(500, 3, { condition: 'poor' });
  await sold(500, 400);
  // In another currency than its own the history would draw nothing of them.
  await sold(500, 3, { currency: 'EUR' });
  expect(await read(`/listings/${id}`, buyer)).toContain('No copy like this one was sold here in the last year.');
  await sold(500, 60);
  expect(await read(`/listings/${id}`, buyer)).toMatch(/<div class="price-h"><\/div>/);
  await sold(500, 3);
  const drawn = await read(`/listings/${id}`, buyer);
  expect(drawn).toMatch(/<div class="price-h drawn"><\/div>/);
  expect(drawn).not.toContain('No copy like this one');
  const free = await listed(market, await market.signUp(), { name: 'Nobody knows this card' });
  expect(await read(`/listings/${free.id}`, buyer)).not.toContain('Price history');
});

test('[11-4] how soon a seller answers offers is said of three and more, what a rule or the market answered left out, and what ran out counts as never', async () => {
  const { id } = await listed(market, seller, { ...copy, acceptsOffers: true });
  const said = async () => /mara_sells usually answers offers[^<]*/.exec(await read(`/listings/${id}`, buyer))?.[0] ?? null;
  await answered(2);
  await answered(0.1, { by_rule: true });
  await answered(0.1, { note: 'Sold to somebody else.' });
  await answered(0.1, { place: 1 });
  await answered(0.1, { made_by: 'seller' });
  await answered(0.1, { status: 'withdrawn' });
  await answered(2.5, { status: 'countered' });
  expect(await said()).toBeNull();
  await answered(20);
  expect(await said()).toBe('mara_sells usually answers offers within 3 hours (median of 3).');
  for (let n = 0; n < 2; n++) await answered(48, { status: 'expired' });
  expect(await said()).toBe('mara_sells usually answers offers within 20 hours (median of 5).');
  for (let n = 0; n < 2; n++) await answered(48, { status: 'expired' });
  expect(await said()).toBeNull();
});

test('[13-B5] one’s own listings stand beside the market: in percent of the median where enough were sold, and not of graded ones', async () => {
  for (const [n, amount] of [400, 500, 500, 600, 700].entries()) await sold(amount, n + 40);
  const shop = await premium(market, await market.signUp('beside_market'));
  await listed(market, shop, { ...copy, catalogueCardId: card });
  // Of what is compared with none it isn't said that too few were sold.
  await listed(market, shop, { name: 'Nobody knows this card' });
  await listed(market, shop, { ...copy, catalogueCardId: card, language: 'de' });
  const text = await read('/dashboard/listings', shop);
  expect([text.match(/class="sr">Not compared</g)?.length, text.match(/class="sr">Too few sales</g)?.length]).toEqual([1, 1]);
  expect(text).toContain('<th class="n">vs market</th>');
  expect(text).toContain('−10%<span class="sr">: $5.00 is the median of 7 sales in 90 days</span>');
  const kind = { id: 'x', catalogueCardId: card, grading: null, ...copy };
  const of = (one: object) => besideMarket(market.platform.pool, [{ ...kind, ...one }], market.clock.now());
  expect(await of({ price: { amount: 500, currency: 'USD' } })).toMatchObject({ x: { percent: 0 } });
  for (const other of [
    { grading: { company: 'PSA', grade: '9', certificate: null } },
    { catalogueCardId: null },
    { condition: 'poor' },
    { language: 'de' },
  ])
    expect(await of(other)).toEqual({});
});
