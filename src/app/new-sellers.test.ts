import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, testCards } from '#features/catalogue/testing.ts';
import { newSellerSteps } from '#features/listings/contract.ts';
import { makePremium } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** A market whose NEW_SELLER_LIMITS is on, as production's is. Everywhere else in the tests it is off. */
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true, env: { NEW_SELLER_LIMITS: '1' } });
}, 120_000);
afterAll(() => market?.close());

let n = 0;
async function shop(): Promise<TestMember> {
  const member = await market.signUp(`new_seller_${++n}`);
  await makePremium(market, member);
  return member;
}
const list = (as: TestMember, amount: number, extra: object = {}) =>
  market.request('POST', '/api/listings', {
    as,
    body: { game: 'pokemon', name: 'Pikachu', condition: 'good', price: { amount, currency: 'USD' }, quantity: 1, status: 'active', ...extra },
  });
const [step] = newSellerSteps;
if (!step) throw new Error('there are no limits');
const over = { status: 403, body: { code: 'new_seller_limit' } };

test('[11-7] a new seller has so many listings for sale and no more, also of two at once; delivered orders make room', async () => {
  const seller = await shop();
  for (let i = 1; i < step.listings; i++) expect((await list(seller, 100)).status).toBe(201);
  const last = await Promise.all([list(seller, 100), list(seller, 100)]);
  expect(last.map(({ status }) => status).sort()).toEqual([201, 403]);
  expect(await list(seller, 100)).toMatchObject({
    ...over,
    body: { message: expect.stringContaining(`Until ${step.below} of your orders are delivered you can have ${step.listings} listings`) },
  });
  const draft = await list(seller, 100, { status: 'draft' });
  expect(draft.status).toBe(201);
  expect(await market.request('POST', `/api/listings/${draft.body.id}/publish`, { as: seller })).toMatchObject(over);
  await market.platform.pool.query('update profile set total_sales = $2 where user_id = $1', [seller.id, step.below]);
  expect((await market.request('POST', `/api/listings/${draft.body.id}/publish`, { as: seller })).status).toBe(200);
});

test('[11-7] a new seller has copies of so much worth for sale; a dearer price and more copies count too', async () => {
  const seller = await shop();
  const copies = Math.floor(step.value / 1_900);
  const first = await list(seller, 1_900, { quantity: copies });
  expect(first.status).toBe(201);
  expect(await list(seller, 1_900)).toMatchObject(over);
  const edit = (change: object) => market.request('PATCH', `/api/listings/${first.body.id}`, { as: seller, body: change });
  expect(await edit({ quantity: copies + 1 })).toMatchObject(over);
  expect((await edit({ description: 'Clean.' })).status).toBe(200);
  expect((await edit({ price: { amount: 1_800, currency: 'USD' } })).status).toBe(200);
  expect(await edit({ price: { amount: 1_999, currency: 'USD' } })).toMatchObject(over);
});

test('[11-7] [11-3] many new prices raise no more than a new seller may have for sale, and each beyond it says why not', async () => {
  const seller = await shop();
  const copies = Math.floor(step.value / 4 / 1_000) - 1;
  for (let n = 0; n < 4; n++) expect((await list(seller, 1_000, { quantity: copies })).status).toBe(201);
  const change = async (percent: number) => {
    const { body } = await market.request('POST', '/api/listings/bulk', { as: seller, body: { filter: {}, change: { percent }, preview: false } });
    await market.runJobs();
    return (await market.request('GET', `/api/listings/bulk/${body.id}`, { as: seller })).body;
  };
  const room = Math.floor((step.value - 4 * 1_000 * copies) / (300 * copies));
  const raised = await change(30);
  expect([raised.counts.done, raised.counts.failed]).toEqual([room, 4 - room]);
  expect(raised.changes.at(-1).why).toContain(`Until ${step.below} of your orders are delivered you can have copies worth`);
  // What is lowered makes room.
  expect((await change(-10)).counts).toMatchObject({ done: 4, failed: 0 });
  const { rows } = await market.platform.pool.query('select sum(price_rank * quantity)::int as worth from listing where seller_id = $1', [seller.id]);
  expect(rows[0].worth).toBeLessThanOrEqual(step.value);
});

test('[11-7] [11-2] a file of stock lists as much as a new seller may have for sale, and says of each row beyond it why not', async () => {
  const seller = await shop();
  const row = (n: number) => `${n},Pokemon,Base Set,Pikachu,058/102,Common,Near Mint,1,1.00`;
  const header = 'TCGplayer Id,Product Line,Set Name,Product Name,Number,Rarity,Condition,Total Quantity,TCG Marketplace Price';
  await importTestCards(market.platform, testCards);
  const text = [header, ...Array.from({ length: step.listings + 2 }, (_, n) => row(n))].join('\n');
  const { body } = await market.request('POST', '/api/listings/import', { as: seller, body: { text } });
  expect(body.counts.sure).toBe(step.listings + 2);
  await market.request('POST', `/api/listings/import/${body.id}/commit`, { as: seller, body: {} });
  await market.runJobs();
  const done = (await market.request('GET', `/api/listings/import/${body.id}`, { as: seller })).body;
  expect([done.status, done.progress.listed, done.progress.refused]).toEqual(['committed', step.listings, 2]);
  expect(done.rows.at(-1).outcome).toContain(`Until ${step.below} of your orders are delivered you can have ${step.listings} listings`);
});

test('[11-7] the published table is the one that is enforced, without script', async () => {
  const { body } = await market.request<string>('GET', '/new-sellers');
  for (const { below, listings } of newSellerSteps) {
    expect(body).toContain(`<th scope="row">${below}</th>`);
    expect(body).toContain(`<td>${listings.toLocaleString('en-US')}</td>`);
  }
  expect(body).not.toContain('switched off');
});
