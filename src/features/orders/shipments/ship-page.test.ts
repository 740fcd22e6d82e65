import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { orderNumber } from '../model/order.number.ts';
import { buyPlaced, makeAdmin, makePremium, passTime, pay, putUpForSale, readOrderAs } from '../testing.ts';

/** Many orders marked as shipped by a list of tracking numbers, as plain forms. */
let market: TestMarket;
let seller: TestMember;
let other: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [seller, other, buyer] = [await market.signUp('mara_sells'), await market.signUp('otto'), await market.signUp('ben')];
  for (const member of [seller, other]) await makePremium(market, member);
}, 60_000);
afterAll(() => market?.close());

async function paidOrder(from: TestMember = seller): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, from));
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return order.id;
}

async function post(fields: Record<string, string | File>, as: TestMember = seller) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = await fetch(`${market.url}/dashboard/orders/ship`, {
    method: 'POST',
    headers: { cookie: as.cookie, origin: market.url },
    body: form,
    redirect: 'manual',
  });
  return { status: response.status, html: await response.text() };
}

/** The rows of the table: line, order number, problem. */
const rows = (html: string) =>
  [...html.matchAll(/<tr><td class="tnum dim">(\d+)<\/td>(.*?)<\/tr>/gs)].map(([, line, rest = '']) => [
    Number(line),
    /href="\/orders\/\w+"[^>]*>(\w+)</.exec(rest)?.[1] ?? null,
    /<td class="(?:bad|dim)">([^<]*)<\/td>$/.exec(rest)?.[1],
  ]);

test('a preview names the problem of each line and changes nothing; then the lines without one are marked as shipped', async () => {
  const [one, two, sent, theirs] = [await paidOrder(), await paidOrder(), await paidOrder(), await paidOrder(other)];
  await market.request('POST', `/api/orders/${sent}/ship`, { as: seller, body: { carrier: 'Post' } });
  const [first, second] = [orderNumber(one), orderNumber(two)];
  const lines = [
    `${first}, La Poste, 6A 123`,
    `${second.toLowerCase()}, 0034`,
    `${first}, 6A 999`,
    `${orderNumber(sent)}, 0035`,
    `${orderNumber(theirs)}, 0036`,
    'Mew, 0037',
    `${second}`,
  ].join('\n');
  const preview = await post({ intent: 'preview', lines, carrier: 'DHL' });
  expect(preview.status).toBe(200);
  expect(rows(preview.html)).toEqual([
    [1, first, 'None'],
    [2, second, 'None'],
    [3, first, 'This order is already in line 1. Remove one of the 2 lines.'],
    [4, orderNumber(sent), 'This order is shipped. You can’t mark it as shipped.'],
    [5, null, 'You have no sale with this order number.'],
    [6, null, 'Start the line with an order number, for example JCZCZT2D.'],
    [7, second, 'This order is already in line 2. Remove one of the 2 lines.'],
  ]);
  expect(preview.html).toContain('Mark 2 orders as shipped');
  for (const id of [one, two]) expect((await readOrderAs(market, seller, id)).status).toBe('paid');

  const done = await post({ intent: 'ship', lines, carrier: 'DHL' });
  expect(done.html).toContain('2 orders marked as shipped.');
  expect(rows(done.html).map(([line]) => line)).toEqual([3, 4, 5, 6, 7]);
  expect((await readOrderAs(market, buyer, one)).tracking).toEqual({ carrier: 'La Poste', trackingNumber: '6A 123' });
  expect((await readOrderAs(market, buyer, two)).tracking).toEqual({ carrier: 'DHL', trackingNumber: '0034' });
  expect((await readOrderAs(market, other, theirs)).status).toBe('paid');
  // The same list once more ships nothing twice.
  expect((await post({ intent: 'ship', lines, carrier: 'DHL' })).html).not.toMatch(/\d orders? marked as shipped/);
});

test('a file counts instead of the text; a line without a carrier or number says what to add', async () => {
  const id = await paidOrder();
  const number = orderNumber(id);
  const file = (text: string) => new File([text], 'parcels.csv', { type: 'text/csv' });
  const problems = async (text: string) =>
    rows((await post({ intent: 'preview', lines: 'nothing', file: file(text) })).html).map(([, , problem]) => problem);
  expect(await problems(`Order number;Carrier;Tracking number\n${number};;0034\n`)).toEqual([
    'Add a carrier to the line, or enter one for all lines.',
  ]);
  expect(await problems(`Order number;Carrier;Tracking number\n${number};DHL;\n`)).toEqual([
    'Add a tracking number, or mark the order as shipped on its page.',
  ]);
  expect(await problems(`Order number;Carrier;Tracking number\n${number};DHL;${'9'.repeat(61)}\n`)).toEqual([
    'Enter a tracking number of at most 60 characters.',
  ]);
  expect(await problems(`Order number;Carrier;Tracking number\n${number};DHL;0034\n`)).toEqual(['None']);
  expect((await post({ intent: 'preview', lines: '' })).status).toBe(422);
  expect((await readOrderAs(market, seller, id)).status).toBe('paid');
});

test('without a carrier the tracking number says it; a number of another order is shown to the seller and to admins', async () => {
  const [one, two, theirs] = [await paidOrder(), await paidOrder(), await paidOrder(other)];
  const number = 'RR 123 456 785 DE';
  const press = (id: string, as: TestMember, fields: Record<string, string>) =>
    market.request<string>('POST', `/orders/${id}`, {
      as,
      body: new URLSearchParams({ intent: 'ship', ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  await press(one, seller, { trackingNumber: number });
  expect((await market.request('GET', `/api/orders/${one}`, { as: seller })).body.tracking).toEqual({
    carrier: 'Deutsche Post',
    trackingNumber: number,
  });
  const page = async (id: string, as: TestMember) =>
    String((await market.request('GET', `/orders/${id}`, { as })).body).replaceAll('<!-- -->', '');
  expect(await page(one, seller)).not.toContain('tracking number is also on');
  await post({ intent: 'ship', lines: `${orderNumber(two)} ${number.replaceAll(' ', '').toLowerCase()}` });
  expect((await market.request('GET', `/api/orders/${two}`, { as: seller })).body.tracking.carrier).toBe(
    'Deutsche Post',
  );
  expect(await page(one, seller)).toContain(`order ${orderNumber(two)}`);
  await press(theirs, other, { trackingNumber: number });
  expect(await page(theirs, other)).toContain('Another seller’s order has this tracking number.');
  const admin = await market.signUp();
  await makeAdmin(market, admin);
  expect((await market.request('GET', `/api/admin/orders/${one}`, { as: admin })).body.sameTracking).toEqual(
    [two, theirs].sort(),
  );
});
