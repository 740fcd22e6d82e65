import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyPlaced, makePremium, passTime, pay, putUpForSale, readOrderAs } from '#features/orders/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { feeOf, feeWords, leftOf } from './words.ts';

let market: TestMarket;
let admin: TestMember;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [admin, seller, buyer] = [
    await market.signUp('Setter_1'),
    await market.signUp('Pays_a_fee'),
    await market.signUp('Pays_none'),
  ];
  await makePremium(market, seller);
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => market?.close());

const call = (method: string, path: string, as?: TestMember, body?: unknown) =>
  market.request(method, path, { ...(as ? { as } : {}), ...(body ? { body } : {}) });
const page = async (path: string, as?: TestMember) =>
  (await market.request<string>('GET', path, as ? { as } : {})).body;
const form = (as: TestMember, fields: Record<string, string>) =>
  market.request<string>('POST', '/admin/market', {
    as,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const rows = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const setFee = (basisPoints: number, fixed: number, as: TestMember | undefined = admin, note?: string) =>
  call('PUT', '/api/admin/market/fee', as, { basisPoints, fixed, ...(note ? { note } : {}) });

test('a fee is a share and an amount, rounded for the seller and never more than the cards cost', () => {
  const fee = { basisPoints: 250, fixed: 30 };
  expect([1_299, 10_000, 20, 0].map((items) => feeOf(fee, items))).toEqual([62, 280, 20, 0]);
  expect(leftOf(fee, { amount: 1_299, currency: 'EUR' })).toEqual({ amount: 1_237, currency: 'EUR' });
  expect([feeWords(fee), feeWords({ basisPoints: 0, fixed: 0 }), feeWords({ basisPoints: 500, fixed: 0 })]).toEqual([
    '2.5% of the card price and 0.30 per order',
    'no fee',
    '5% of the card price',
  ]);
});

test('an admin changes the fee for new orders alone; orders keep theirs, for their seller; the pages read the one source, with what it was before', async () => {
  expect(
    [await page('/fees'), await page('/listings/create', seller)].map((body) =>
      /There is no listing fee and no selling fee|List a card/.test(body),
    ),
  ).toEqual([true, true]);
  const before = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  for (const [as, status] of [
    [undefined, 401],
    [seller, 403],
  ] as const)
    expect((await call('PUT', '/api/admin/market/fee', as, { basisPoints: 1, fixed: 0 })).status).toBe(status);
  for (const [share, fixed] of [
    [-1, 0],
    [3_001, 0],
    [1.5, 0],
    [0, 10_001],
  ] as const)
    expect((await setFee(share, fixed)).status).toBe(422);
  expect((await setFee(0, 0)).body.code).toBe('same_fee');
  const shown = (await setFee(250, 30, admin, 'For the post of parcels.')).body.items;
  expect(shown).toMatchObject([
    {
      words: '2.5% of the card price and 0.30 per order',
      note: 'For the post of parcels.',
      since: expect.any(String),
      until: null,
    },
    { words: 'no fee', since: null, until: shown[0].since },
  ]);
  expect((await call('GET', '/api/market/fees')).body.items).toEqual(shown);
  const post = [{ name: 'Letter', price: { amount: 200, currency: 'USD' as const }, tracked: false }];
  const after = await buyPlaced(market, buyer, await putUpForSale(market, seller, { shipping: post }), {
    shipping: 'Letter',
  });
  const feeAs = async (as: TestMember, id: string) => (await readOrderAs(market, as, id)).fee;
  expect(await feeAs(seller, after.order.id)).toEqual({ amount: 62, currency: 'USD' });
  expect(await feeAs(seller, before.order.id)).toEqual({ amount: 0, currency: 'USD' });
  expect(await feeAs(buyer, after.order.id)).toBe(null);
  expect(JSON.stringify(await readOrderAs(market, buyer, after.order.id))).not.toContain('basisPoints');
  expect(after.order.totals.total.amount).toBe(1_499);
  expect((await setFee(500, 0)).status).toBe(200);
  expect(await feeAs(seller, after.order.id)).toEqual({ amount: 62, currency: 'USD' });
  await pay(after.checkoutUrl);
  await passTime(market);
  expect(await page('/dashboard', seller)).toContain('$14.37');

  // A fully refunded order has no fee, as the page of fees says.
  expect(
    (
      await market.request('POST', `/api/orders/${after.order.id}/cancel`, {
        as: seller,
        body: { reason: 'It is damaged.' },
      })
    ).status,
  ).toBe(200);
  await market.runJobs();
  expect(await feeAs(seller, after.order.id)).toEqual({ amount: 0, currency: 'USD' });

  const fees = await page('/fees');
  for (const part of [
    '5% of the card price',
    '2.5% of the card price and 0.30 per order',
    'For the post of parcels.',
    'Start',
  ])
    expect(fees).toContain(part);
  expect(fees).not.toContain('There is no listing fee and no selling fee');
  expect(await page('/faq')).not.toContain('no selling fee');
  expect(await rows("select by, data from audit_log where act = 'fee.changed' order by line")).toEqual([
    {
      by: admin.id,
      data: {
        from: { basisPoints: 0, fixed: 0 },
        to: { basisPoints: 250, fixed: 30 },
        reason: 'For the post of parcels.',
      },
    },
    { by: admin.id, data: { from: { basisPoints: 250, fixed: 30 }, to: { basisPoints: 500, fixed: 0 }, reason: null } },
  ]);
  const saved = await form(admin, { about: 'fee', percent: '1,25', fixed: '0.10', note: '' });
  expect(saved.body).toContain('Selling fee changed.');
  expect((await call('GET', '/api/market/fees')).body.items[0]).toMatchObject({ basisPoints: 125, fixed: 10 });
  const wrong = await form(admin, { about: 'fee', percent: 'much', fixed: '0', note: '' });
  const empty = await form(admin, { about: 'fee', percent: '', fixed: '', note: '' });
  expect([empty.status, empty.body.includes('Enter an amount from 0 to 100')]).toEqual([422, true]);
  expect([
    wrong.status,
    wrong.body.includes('Enter a percentage from 0 to 30'),
    wrong.body.includes('value="much"'),
  ]).toEqual([422, true, true]);
});

test('two admins change the fee at once: one after the other, and the second reads the current one', async () => {
  const answers = await Promise.all([setFee(700, 0), setFee(700, 0), setFee(700, 0)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('who changes the fee has confirmed who they are a short time before', async () => {
  await passTime(market, 11 * minuteMs);
  expect(await setFee(300, 0)).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
  const { status, headers } = await form(admin, { about: 'fee', percent: '3', fixed: '0', note: '' });
  expect([status, headers.get('location')]).toEqual([302, '/settings/security/confirm?next=%2Fadmin%2Fmarket']);
});
