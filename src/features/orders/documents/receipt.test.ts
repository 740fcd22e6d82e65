import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { buyPlaced, passTime, pay, purchaseOf, putUpForSale } from '../testing.ts';

let market: TestMarket;
let [seller, buyer] = [] as unknown as [TestMember, TestMember];
beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys')]);
});
afterAll(() => market.close());

const receipt = (purchaseId: string, as?: TestMember) =>
  market.request<string>('GET', `/api/purchases/${purchaseId}/receipt.pdf`, as ? { as } : {});

test('a paid purchase has a receipt for its buyer; an unpaid one has none, and no other member reads it', async () => {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  const purchaseId = await purchaseOf(market, order.id);
  expect((await receipt(purchaseId, buyer)).status).toBe(409);
  await pay(checkoutUrl);
  await passTime(market);
  const { status, headers, body } = await receipt(purchaseId, buyer);
  expect([status, headers.get('content-disposition'), body.slice(0, 5)]).toEqual([
    200,
    'attachment; filename="receipt.pdf"',
    '%PDF-',
  ]);
  // Its seller has statements, and does not learn what else was bought.
  expect((await receipt(purchaseId, seller)).status).toBe(404);
  expect((await receipt(purchaseId)).status).toBe(401);
  expect((await receipt('nothing-here', buyer)).status).toBe(404);
});
