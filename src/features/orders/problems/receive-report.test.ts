import { afterAll, beforeAll, expect, test } from 'vitest';
import * as crafted from '#platform/pictures/crafted.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { buyPlaced, makePremium, passTime, pay, putUpForSale, readOrderAs } from '../testing.ts';

/** A problem reported with its photos in one plain form. */
let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [seller, buyer] = [await market.signUp('mara_sells'), await market.signUp('ben_buys')];
  await makePremium(market, seller);
}, 60_000);
afterAll(() => market?.close());

async function shippedOrder(): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  const shipped = await market.request('POST', `/api/orders/${order.id}/ship`, {
    as: seller,
    body: { carrier: 'DHL', trackingNumber: 'JJD 1' },
  });
  expect(shipped.status).toBe(200);
  return order.id;
}

async function report(id: string, fields: Record<string, string>, photos: readonly Buffer[] = [], as = buyer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // A browser sends an empty file where none is chosen.
  if (photos.length === 0) form.append('photos', new File([], ''));
  for (const bytes of photos) form.append('photos', new Blob([new Uint8Array(bytes)]), 'corner.jpg');
  const response = await fetch(`${market.url}/orders/${id}`, {
    method: 'POST',
    headers: { cookie: as.cookie, origin: market.url },
    body: form,
    redirect: 'manual',
  });
  return { status: response.status, to: response.headers.get('location'), html: await response.text() };
}

const photosOf = async (id: string) =>
  (await market.request('GET', `/api/orders/${id}/photos`, { as: seller })).body.items.length;
const words = { reason: 'damaged', text: 'The corner is torn.' };

test('a problem is reported with its photos in one form, or without any', async () => {
  const [shown, told] = [await shippedOrder(), await shippedOrder()];
  const page = (await market.request<string>('GET', `/orders/${shown}`, { as: buyer })).body;
  expect(page).toMatch(
    /<form[^>]* action="\/orders\/\w+" encType="multipart\/form-data" method="post">.*name="photos"/s,
  );
  const sent = await report(shown, words, [await crafted.photo(90, 126), await crafted.photo(180, 126)]);
  expect([sent.status, sent.to]).toEqual([302, `/orders/${shown}#problem`]);
  expect(await readOrderAs(market, seller, shown)).toMatchObject({ status: 'disputed', dispute: words });
  expect(await photosOf(shown)).toBe(2);
  expect((await report(told, words)).to).toBe(`/orders/${told}#problem`);
  expect([(await readOrderAs(market, seller, told)).status, await photosOf(told)]).toEqual(['disputed', 0]);
});

test('a photo that can’t be read does not lose the report, and the order says so', async () => {
  const id = await shippedOrder();
  const { status, to } = await report(id, words, [await crafted.photo(90, 126), Buffer.from('no photo')]);
  expect([status, to]).toEqual([302, expect.stringMatching(/\?refused=\w+#problem$/)]);
  expect([(await readOrderAs(market, seller, id)).status, await photosOf(id)]).toEqual(['disputed', 0]);
  const after = (await market.request<string>('GET', String(to), { as: buyer })).body;
  expect(after).toMatch(/class="note dangerbg[^"]*"[^>]*>.*photo/is);
});

test('a form without words keeps what was chosen, too many photos keep the words, and only its buyer reports', async () => {
  const id = await shippedOrder();
  const empty = await report(id, { reason: 'wrong_item', text: '' }, [await crafted.photo(90, 126)]);
  expect(empty.status).toBe(422);
  expect(empty.html).toContain('Describe the problem.');
  expect(empty.html).toMatch(/<option value="wrong_item" selected/);
  const untyped = await report(id, { reason: '', text: 'It is torn.' });
  expect(untyped.status).toBe(422);
  expect(untyped.html).toContain('Select the type of problem.');
  expect(untyped.html).toMatch(/<option value="" selected/);
  const photo = await crafted.photo(9, 12);
  const many = await report(id, words, Array<Buffer>(7).fill(photo));
  expect(many.status).toBe(422);
  expect(many.html).toContain('Choose at most 6 files.');
  expect(many.html).toContain('The corner is torn.');
  expect((await report(id, words, [], seller)).status).toBe(403);
  expect((await report(id, words, [], await market.signUp())).status).toBe(404);
  expect((await readOrderAs(market, seller, id)).status).toBe('shipped');
});
