import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { orderNumber } from '../model/order.number.ts';
import { buyPlaced, makePremium, passTime, pay, putUpForSale } from '../testing.ts';

/** What the order's page offers each of its two beside the actions. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [seller, buyer] = [await market.signUp('mara_sells'), await market.signUp('ben_buys')];
  await makePremium(market, seller);
}, 60_000);
afterAll(() => market?.close());

async function paidOrder(listingId: string): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return order.id;
}

const page = async (id: string, as: TestMember) => (await market.request<string>('GET', `/orders/${id}`, { as })).body;
const messageLink = (html: string) => /<a class="btn sm" href="([^"]*)"[^>]*>Message /.exec(html)?.[1];
const dialogOf = (id: string, recipient: TestMember) =>
  `/orders/${id}?action=send_message&amp;recipientId=${recipient.id}`;
const say = async (as: TestMember, body: Record<string, unknown>): Promise<string> =>
  (await market.request('POST', '/api/threads', { as, body: { text: 'Hello.', ...body } })).body.id;

test('each side writes to the other about the order, and goes on where they have talked already', async () => {
  const listingId = await putUpForSale(market, seller, { quantity: 2 });
  const id = await paidOrder(listingId);
  expect(messageLink(await page(id, buyer))).toBe(dialogOf(id, seller));
  expect(messageLink(await page(id, seller))).toBe(dialogOf(id, buyer));
  // Another conversation of the two is not about it.
  await say(buyer, { recipientId: seller.id });
  expect(messageLink(await page(id, buyer))).toBe(dialogOf(id, seller));
  const about = await say(buyer, { recipientId: seller.id, listingId });
  for (const as of [buyer, seller]) expect(messageLink(await page(id, as))).toBe(`/messages/${about}`);
  // One that a side has deleted is gone for that side.
  expect((await market.request('DELETE', `/api/threads/${about}`, { as: buyer })).status).toBe(200);
  expect(messageLink(await page(id, buyer))).toBe(dialogOf(id, seller));
  expect(messageLink(await page(id, seller))).toBe(`/messages/${about}`);
});

test('the seller prints the slip while it is to be sent, and only the buyer reads who sells by law', async () => {
  const id = await paidOrder(await putUpForSale(market, seller));
  const slip = `/api/orders/papers?kind=packing-slips&amp;order=${id}`;
  const has = async (as: TestMember) => {
    const html = await page(id, as);
    return { slip: html.includes(slip), law: html.includes('id="who-sells"'), number: html.includes(orderNumber(id)) };
  };
  expect(await has(seller)).toEqual({ slip: true, law: false, number: true });
  expect(await has(buyer)).toEqual({ slip: false, law: true, number: true });
  await market.request('POST', `/api/orders/${id}/ship`, {
    as: seller,
    body: { carrier: 'Royal Mail', trackingNumber: 'AB 12' },
  });
  expect((await has(seller)).slip).toBe(false);
  for (const as of [seller, buyer])
    expect(await page(id, as)).toContain('href="https://www.royalmail.com/track-your-item#/tracking-results/AB12"');
});
