import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, testCards } from '#features/catalogue/testing.ts';
import { makePremium } from '#features/orders/testing.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { newSellerSteps } from '../contract.ts';

/** A server with NEW_SELLER_LIMITS on. The default is off. */
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true, env: { NEW_SELLER_LIMITS: '1' } });
}, 120_000);
afterAll(() => market?.close());

let n = 0;
function shop(): Promise<TestMember> {
  return market.signUp(`new_seller_${++n}`);
}
const list = (as: TestMember, amount: number, extra: object = {}) =>
  market.request('POST', '/api/listings', {
    as,
    body: {
      game: 'pokemon',
      name: 'Pikachu',
      condition: 'good',
      price: { amount, currency: 'USD' },
      quantity: 1,
      status: 'active',
      ...extra,
    },
  });
const [step] = newSellerSteps;
if (!step) throw new Error('there are no limits');
const over = { status: 403, body: { code: 'new_seller_limit' } };

test('a new seller may have copies of limited value for sale; a dearer price and more copies count too; more buyers raise the limit', async () => {
  const seller = await shop();
  const copies = Math.floor(step.value / 1_900);
  const first = await list(seller, 1_900, { quantity: copies });
  expect(first.status).toBe(201);
  expect(await list(seller, 1_900)).toMatchObject(over);
  const edit = (change: object) =>
    market.request('PATCH', `/api/listings/${first.body.id}`, { as: seller, body: change });
  expect(await edit({ quantity: copies + 1 })).toMatchObject(over);
  expect((await edit({ description: 'Clean.' })).status).toBe(200);
  expect((await edit({ price: { amount: 1_800, currency: 'USD' } })).status).toBe(200);
  expect(await edit({ price: { amount: 1_999, currency: 'USD' } })).toMatchObject(over);
  const draft = await list(seller, 1_900, { status: 'draft', quantity: 2 });
  expect(draft.status).toBe(201);
  const publish = () => market.request('POST', `/api/listings/${draft.body.id}/publish`, { as: seller });
  const sentence = `Until ${step.below} different buyers have received your orders, you can list cards worth up to`;
  expect(await publish()).toMatchObject({ ...over, body: { message: expect.stringContaining(sentence) } });
  await market.platform.pool.query('update profile set sale_buyers = $2 where user_id = $1', [seller.id, step.below]);
  expect((await publish()).status).toBe(200);
});

test('[RO-03] [LI-08] Premium is unlimited where the limits are on: listings, worth, a file of stock and new prices', async () => {
  const seller = await market.signUp('new_premium');
  await makePremium(market, seller);
  for (let i = 0; i < 30; i++) expect((await list(seller, 1_900, { quantity: 10 })).status).toBe(201);
  const row = (at: number) => `${at},Pokemon,Base Set,Pikachu,058/102,Common,Near Mint,1,1.00`;
  const header =
    'TCGplayer Id,Product Line,Set Name,Product Name,Number,Rarity,Condition,Total Quantity,TCG Marketplace Price';
  await importTestCards(market.platform, testCards);
  const text = [header, ...Array.from({ length: 30 }, (_, at) => row(at))].join('\n');
  const { body } = await market.request('POST', '/api/listings/import', { as: seller, body: { text } });
  await market.request('POST', `/api/listings/import/${body.id}/commit`, { as: seller, body: {} });
  await market.runJobs();
  const done = (await market.request('GET', `/api/listings/import/${body.id}`, { as: seller })).body;
  expect([done.status, done.progress.listed, done.progress.refused]).toEqual(['committed', 30, 0]);
  const change = { filter: {}, change: { percent: 5 }, preview: false };
  const raised = await market.request('POST', '/api/listings/bulk', { as: seller, body: change });
  await market.runJobs();
  expect(
    (await market.request('GET', `/api/listings/bulk/${raised.body.id}`, { as: seller })).body.counts,
  ).toMatchObject({ done: 60, failed: 0 });
});

test('the published table is the one that is enforced, without script', async () => {
  const { body } = await market.request<string>('GET', '/new-sellers');
  for (const { below, value } of newSellerSteps) {
    expect(body).toContain(`<th scope="row">Fewer than ${below}</th>`);
    expect(body).toContain(`<td>${formatMoney({ amount: value, currency: 'USD' })}</td>`);
  }
  expect(body).not.toContain('These limits are turned off');
});
