import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadNeeds } from '#app/pages/dashboard/needs.server.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { makeAdmin, makePremium, passTime, pay, putUpForSale, readOrderAs, signInAgain } from '../testing.ts';

/**
 * The marketplace fee, shown where a seller decides and afterwards; and that an order of several cards is never
 * described as an order of one.
 */
let market: TestMarket;
let admin: TestMember;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [admin, seller, buyer] = [
    await market.signUp('Takes_a_fee'),
    await market.signUp('Sells_three'),
    await market.signUp('Buys_three'),
  ];
  await makePremium(market, seller);
  await makeAdmin(market, admin);
  const fee = await market.request('PUT', '/api/admin/market/fee', {
    as: admin,
    body: { basisPoints: 1_000, fixed: 71 },
  });
  expect(fee.status).toBe(200);
}, 120_000);
afterAll(() => market?.close());

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const call = (method: string, path: string, as: TestMember, body?: unknown) =>
  market.request(method, path, { as, ...(body ? { body } : {}) });
/** The text of a page, without tags and data. */
const words = async (path: string, as: TestMember) =>
  (await market.request<string>('GET', path, { as })).body
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const mails = async (to: TestMember) =>
  (
    await market.platform.pool.query('select subject, body_text as text from sandbox_mail where recipient = $1', [
      to.email,
    ])
  ).rows as {
    subject: string;
    text: string;
  }[];

/** An offer of 40.00 for three listings of 15.00, with its listings. */
async function offered(): Promise<{ id: string; listings: string[] }> {
  const shipping = [{ name: 'Letter', price: usd(200), tracked: false }];
  const listings = await Promise.all(
    [1_500, 1_500, 1_500].map((price) => putUpForSale(market, seller, { price, shipping })),
  );
  const made = await call('POST', '/api/offers/basket', buyer, {
    sellerId: seller.id,
    lines: listings.map((listingId) => ({ listingId })),
    amount: usd(4_000),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { id: made.body.id, listings };
}

/** The order of such an offer, 40.00 and 2.00 shipping, with a fee of 4.71. */
async function ordered(isPaid = true): Promise<string> {
  const { id } = await offered();
  expect((await call('POST', `/api/offers/${id}/accept`, seller, {})).status).toBe(200);
  const placed = await call('POST', '/api/orders', buyer, { offerId: id });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  if (isPaid) await pay(placed.body.checkoutUrl);
  await passTime(market);
  return placed.body.order.id;
}

test('the fee of an order is in its seller’s export, and not in its buyer’s', async () => {
  const id = await ordered();
  const snapshots = async (as: TestMember) =>
    (await call('GET', '/api/export', as)).body.orders.items
      .filter(({ orderId }: { orderId: string }) => orderId === id)
      .sort((a: { position: number }, b: { position: number }) => a.position - b.position)
      .map(({ snapshot }: { snapshot: { fee?: unknown; price: unknown } }) => [snapshot.fee ?? null, snapshot.price]);
  const fee = { basisPoints: 1_000, fixed: 71, amount: 471 };
  expect(await snapshots(seller)).toEqual([fee, null, null].map((fee) => [fee, usd(1_500)]));
  expect(await snapshots(buyer)).toEqual([null, null, null].map((fee) => [fee, usd(1_500)]));
  const whole = JSON.stringify((await call('GET', '/api/export', buyer)).body);
  expect([whole.includes('basisPoints'), whole.includes('soldBy')]).toEqual([false, true]);
});

test('the seller reads on the order’s page what is taken and what is left, also after money went back; the buyer reads nothing of it', async () => {
  const id = await ordered();
  expect(await words(`/orders/${id}`, seller)).toContain('Total $42.00 Selling fee − $4.71 Your earnings $37.29');
  expect(await words(`/orders/${id}`, buyer)).not.toMatch(/Selling fee|Your earnings/);
  expect(
    (await call('POST', `/api/orders/${id}/refund`, seller, { amount: usd(4_000), reason: 'Wet in the post.' })).status,
  ).toBe(200);
  await passTime(market);
  expect(await words(`/orders/${id}`, seller)).toContain('Refunded − $40.00 Selling fee − $2.00 Your earnings $0.00');
  // An unpaid order has no fee.
  const left = await ordered(false);
  expect(await words(`/orders/${left}`, seller)).toContain('Selling fee');
  expect((await call('POST', `/api/orders/${left}/cancel`, buyer, {})).status).toBe(200);
  expect(await words(`/orders/${left}`, seller)).not.toContain('Selling fee');
});

test('the emails of a sale count down to what the seller gets; the receipt has no fee', async () => {
  const id = await ordered();
  const bill =
    /Letter, not tracked: \$2\.00\nPaid by the buyer: \$42\.00\nSelling fee: − \$4\.71\nYour earnings: \$37\.29/;
  const last = async (to: TestMember, subject: string) =>
    (await mails(to)).filter((mail) => mail.subject.startsWith(subject)).at(-1)?.text;
  expect(await last(seller, 'You sold')).toMatch(bill);
  expect(await last(buyer, 'Receipt:')).toMatch(/Letter, not tracked: \$2\.00\nTotal paid: \$42\.00/);
  expect(await last(buyer, 'Receipt:')).not.toContain('Selling fee');
  await call('POST', `/api/orders/${id}/ship`, seller, { carrier: 'DHL' });
  await call('POST', `/api/orders/${id}/deliver`, buyer, {});
  await passTime(market, 4 * dayMs);
  [admin, seller, buyer] = [
    await signInAgain(market, admin),
    await signInAgain(market, seller),
    await signInAgain(market, buyer),
  ];
  expect((await readOrderAs(market, seller, id)).status).toBe('completed');
  expect(await last(seller, 'Sale completed')).toMatch(bill);
});

test('a seller reads the amount after the fee when accepting, countering, and offering to those who saved it', async () => {
  const { id, listings } = await offered();
  const left = 'You earn $35.29 of $40.00, plus shipping. Selling fee: 10% of the card price and 0.71 per order.';
  expect((await words('/offers', seller)).split(left)).toHaveLength(2);
  expect(await words('/offers?side=sent', buyer)).not.toContain('You earn');
  // A counter-offer that was refused: what is left of what was written.
  const form = new URLSearchParams({ id, intent: 'counter', amount: '20.00', message: 'x'.repeat(2_000) }).toString();
  const headers = { origin: market.url, 'content-type': 'application/x-www-form-urlencoded' };
  expect((await market.request<string>('POST', '/offers', { as: seller, body: form, headers })).body).toContain(
    'You earn $17.29 of $20.00',
  );
  const [first = ''] = listings;
  await call('PUT', `/api/favorites/${first}`, buyer);
  const wrong = new URLSearchParams({ amount: '12.00', message: 'x'.repeat(2_000) }).toString();
  const answer = await market.request<string>('POST', `/listings/${first}/watchers`, {
    as: seller,
    body: wrong,
    headers,
  });
  expect(answer.body).toContain('You earn $10.09 of $12.00');
  await call('POST', `/api/offers/${id}/withdraw`, buyer, {});
});

test('an admin reads the fee of an order and what its seller gets', async () => {
  const id = await ordered();
  expect((await call('GET', `/api/admin/orders/${id}`, admin)).body).toMatchObject({
    fee: usd(471),
    share: { fee: usd(471), left: usd(3_729) },
  });
  expect(await words(`/admin/orders/${id}`, admin)).toContain('Total $42.00 Selling fee $4.71 Seller earnings $37.29');
});

test('an order of several cards names them all: in the to-do list, for the admin, and on account deletion', async () => {
  await market.platform.pool.query(
    "update orders set status = 'completed' where status in ('paid', 'awaiting_shipping', 'delivered')",
  );
  const unpaid = await ordered(false);
  expect(await words('/dashboard', buyer)).toContain('Pay for Charizard and 2 more');
  await call('POST', `/api/orders/${unpaid}/cancel`, buyer, {});
  const id = await ordered();
  expect(await words('/dashboard', seller)).toContain('Ship Charizard and 2 more');
  const { items: waiting } = await loadNeeds(market.platform, seller.id, 0);
  expect(waiting.map(({ title }) => title)).toContain('Ship Charizard and 2 more');
  await call('POST', `/api/orders/${id}/ship`, seller, { carrier: 'DHL' });
  expect(await words('/dashboard', buyer)).toContain('Confirm delivery of Charizard and 2 more');
  const leaving = await call('POST', '/api/users/delete-account', seller, { password: seller.password });
  expect([leaving.status, leaving.body.orders]).toMatchObject([409, [{ id, title: 'Charizard and 2 more' }]]);
  await call('POST', `/api/orders/${id}/dispute`, buyer, { reason: 'damaged', text: 'Bent.' });
  const queue = (await call('GET', '/api/admin/orders?show=disputed', admin)).body.items;
  expect(queue.map((row: { id: string; title: string }) => [row.id, row.title])).toEqual([
    [id, 'Charizard and 2 more'],
  ]);
  const shown = (await market.request<string>('GET', `/admin/orders/${id}`, { as: admin })).body;
  expect([
    /<title>Order \w{8}: Charizard and 2 more/.test(shown),
    /<h1[^>]*>Charizard and 2 more<\/h1>/.test(shown),
  ]).toEqual([true, true]);
});
