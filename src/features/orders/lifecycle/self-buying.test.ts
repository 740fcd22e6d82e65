import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { doorOf } from '../model/self-buying.rules.ts';
import { auditOrders, buy, cards, makeAdmin, makePremium, onCheckout, passTime, putUpForSale } from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
let other: TestMember;
let adminMember: TestMember;
const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const admin = (path: string) => market.request('GET', `/api/admin/orders${path}`, { as: adminMember });
const signsOf = async (orderId: string): Promise<string[]> => (await admin(`/${orderId}`)).body.selfBuying;
const home = { line1: '12 Mill Lane', line2: 'Apartment 3', city: 'Lyon', postal_code: '69001', country: 'FR' };
const elsewhere = { line1: '9 Station Road', city: 'Lyon', postal_code: '69002', country: 'FR' };

/** Pays with this card and address, from this address and browser. Answers the order's id. */
async function purchase(
  buyer: TestMember,
  listingId: string,
  paidBy: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await buy(market, buyer, listingId, {}, headers);
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
  expect((await onCheckout(`${answer.body.checkoutUrl}/pay`, { card: cards.good, ...paidBy })).status).toBe(200);
  await passTime(market);
  return answer.body.order.id;
}

/** Signs in from an address, in a browser that may know other accounts; answers its cookies. */
async function signIn({ email, password }: TestMember, from: string, cookie = ''): Promise<string> {
  const headers = { 'x-forwarded-for': from, ...(cookie ? { cookie, origin: market.url } : {}) };
  const answer = await market.request('POST', '/api/auth/sign-in/email', { body: { email, password }, headers });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

beforeAll(async () => {
  market = await startTestMarket();
  [seller, other, adminMember] = await Promise.all([
    market.signUp('self_sells'),
    market.signUp('self_other'),
    market.signUp('self_watches'),
  ]);
  await Promise.all([makePremium(market, seller), makePremium(market, other)]);
  await makeAdmin(market, adminMember);
});
afterAll(() => market?.close());

test('one door is one however it is written, and two are two', () => {
  const door = (line1: string, line2: string | null = null, postalCode = '69001', country = 'FR') =>
    doorOf({ line1, line2, postalCode, country });
  const same = ['12 Mill Lane, Apartment 3', 'apartment 3 / 12 MILL LANE', '12, Míll Ln. Apt 3'].map((line) =>
    door(line),
  );
  expect(new Set([...same, door('12 Mill Lane', 'Apt. 3', '69 001', 'fr')]).size).toBe(1);
  expect(
    new Set([
      same[0],
      door('12 Mill Lane, Apartment 4'),
      door('12 Mill Lane, Apartment 3', null, '69002'),
      door('Mühlstraße 1'),
    ]).size,
  ).toBe(4);
  // The same words and numbers, at two doors of one post code.
  const crossed = [
    door('3 Mill Lane, Apt 12'),
    door('12 Mill Lane, 3'),
    door('3 Mill Lane, 12'),
    door('12/3 Mill Lane'),
  ];
  expect(crossed[1]).toBe(crossed[3]);
  expect(new Set([same[0], ...crossed]).size).toBe(4);
  expect(door('Mühlstraße 1')).toBe(door('muhlstrasse 1'));
  expect([door('12 Mill Lane', null, ''), door(' ')]).toEqual([null, null]);
});

test('a card, an address, a network or a browser that buyer and seller share is shown to admins, and has no automatic effect', async () => {
  const [byCard, toDoor, honest, atHome] = await Promise.all(
    ['own_card', 'own_door', 'honest_one', 'own_home'].map((name) => market.signUp(name)),
  );
  if (!byCard || !toDoor || !honest || !atHome) throw new Error('four members');
  const listingId = await putUpForSale(market, seller, { quantity: 9 });
  // Before anything is known of the seller, nothing can be detected.
  const before = await purchase(honest, listingId, { name: 'Hana Honest', address: elsewhere });
  await purchase(seller, await putUpForSale(market, other), { name: 'Sam Seller', address: home });
  const stored = await rows('select kind, hash from buyer_trace where member_id = $1 order by kind', [seller.id]);
  expect(stored.map(({ kind }) => kind)).toEqual(['address', 'card']);
  expect(JSON.stringify(stored)).not.toMatch(/mill|69001|4242/i);

  const card = await purchase(byCard, listingId, { name: 'Sam Seller', address: elsewhere });
  const written = { ...home, line1: 'Apt 3, 12 mill ln', line2: undefined };
  const door = await purchase(toDoor, listingId, { name: 'Bea Buyer', address: written });
  // On the phone: in the shared browser, the buyer's session replaces the seller's.
  await signIn(seller, '203.0.113.9');
  const shared = await signIn(atHome, '203.0.113.9', await signIn(seller, '203.0.113.9'));
  const both = await purchase(
    atHome,
    listingId,
    { name: 'Hal Home' },
    { cookie: shared, 'x-forwarded-for': '203.0.113.9' },
  );
  const clean = await purchase(
    honest,
    listingId,
    { name: 'Hana Honest', address: elsewhere },
    { 'x-forwarded-for': '203.0.113.77' },
  );
  expect([await signsOf(card), await signsOf(door), await signsOf(both)]).toEqual([
    ['card'],
    ['address'],
    ['browser', 'network'],
  ]);
  expect([await signsOf(before), await signsOf(clean)]).toEqual([[], []]);

  const queue = (await admin('?show=self_buying&limit=100')).body.items;
  expect(queue.map(({ id }: { id: string }) => id).sort()).toEqual([card, door, both].sort());
  // Neither side reads of it, and the order goes its way.
  const read = await market.request('GET', `/api/orders/${card}`, { as: byCard });
  expect([read.body.status, JSON.stringify(read.body).includes('selfBuying')]).toEqual(['paid', false]);
  expect(
    (await market.request('POST', `/api/orders/${card}/ship`, { as: seller, body: { carrier: 'Post' } })).status,
  ).toBe(200);
  expect((await rows('select network from order_origin where order_id = $1', [both]))[0]?.network).not.toContain(
    '203.0.113',
  );
  expect(await auditOrders(market.platform.pool)).toEqual([]);
});
