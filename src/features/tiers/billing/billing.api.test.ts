import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { loadPlan } from '../pages/plan.server.ts';
import { tierPanel } from '../subscription/admin-panel.server.ts';
import { passTime, recordOf, setFaults, subscriber } from '../testing.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('the portal and the bills are the own ones', async () => {
  expect((await market.request('POST', '/api/stripe/create-portal')).status).toBe(401);
  expect((await market.request('GET', '/api/stripe/invoices')).status).toBe(401);
  const stranger = await market.signUp('Portal_1');
  expect((await market.request('POST', '/api/stripe/create-portal', { as: stranger })).status).toBe(404);
  expect((await market.request('GET', '/api/stripe/invoices', { as: stranger })).body.items).toEqual([]);
  const member = await subscriber(market, 'Portal_2');
  const { body } = await market.request('GET', '/api/stripe/invoices', { as: member });
  expect(body.items).toMatchObject([{ amount: { amount: 400, currency: 'USD' }, status: 'paid' }]);
  const portal = await market.request('POST', '/api/stripe/create-portal', { as: member });
  expect(await (await fetch(portal.body.url)).text()).toContain('Cancel plan');
  // Changes in the portal are followed.
  await fetch(`${portal.body.url}/cancel`, { method: 'POST' });
  await passTime(market);
  expect((await recordOf(market, member)).status).toBe('canceled');
  await fetch(`${portal.body.url}/keep`, { method: 'POST' });
  await passTime(market);
  expect(await recordOf(market, member)).toMatchObject({
    status: 'active',
    end_date: null,
    cancel_at_period_end: false,
  });
});

test('[ST-01] [ST-02] an admin reads both readings of a tier in words, each with its reason', async () => {
  const member = await subscriber(market, 'Readings_1');
  const said = async () =>
    Object.fromEntries(
      (await tierPanel.read(market.platform, member.id, 'operator')).map(({ label, value, because }) => [
        label,
        [value, because],
      ]),
    );
  const active = 'The subscription at Stripe is active.';
  expect(await said()).toMatchObject({
    'Stored plan': ['Premium', undefined],
    'Plan by subscription': ['Premium', active],
    'Current plan': ['Premium', active],
    Subscription: ['Active', 'Stored as active.'],
  });
  // Before the tier has followed: what is stored, what the subscription comes to, and what holds meanwhile.
  await market.platform.pool.query("update subscription set status = 'past_due' where user_id = $1", [member.id]);
  const between = await said();
  expect(between).toMatchObject({
    'Stored plan': ['Premium', undefined],
    'Plan by subscription': ['Free', 'A payment is due.'],
    'Current plan': ['Free', 'A payment is due.'],
    Subscription: ['None', 'Stored as past due.'],
  });
  expect(JSON.stringify(between)).not.toMatch(/reading [ab]|past_due/i);
});

test('only a member who has paid for premium is thanked on return from the payment page', async () => {
  const thanked = async (member: { id: string }, address: string) =>
    (await loadPlan(market.platform, { id: member.id }, new Request(`http://market.test${address}`))).isThanked;
  const member = await subscriber(market, 'Thanked_1');
  expect(await thanked(member, '/premium?checkout=done')).toBe(true);
  expect([await thanked(member, '/premium'), await thanked(member, '/premium?checkout=canceled')]).toEqual([
    false,
    false,
  ]);
  expect(await thanked(await market.signUp('Thanked_2'), '/premium?checkout=done')).toBe(false);
});

test('a member who returns from the billing portal sees the changes, also where no webhook comes', async () => {
  const member = await subscriber(market, 'Portal_3');
  await setFaults(market, { dropWebhooks: true });
  const portal = (await market.request('POST', '/api/stripe/create-portal', { as: member })).body.url;
  const done = await (await fetch(`${portal}/cancel`, { method: 'POST' })).text();
  const back = done.match(/href="([^"]+)">Back to the site/)?.[1] ?? '';
  const seen = async () => (await loadPlan(market.platform, { id: member.id }, new Request(back))).plan;
  expect(await seen()).toMatchObject({ kind: 'ending', canCancel: false });
  await fetch(`${portal}/keep`, { method: 'POST' });
  await setFaults(market, { down: true });
  expect((await seen()).kind).toBe('ending');
  await setFaults(market, null);
  expect(await seen()).toMatchObject({ kind: 'active', canCancel: true });
});

test('three years of bills are read a page at a time, each once, and only by the one who was billed', async () => {
  const member = await subscriber(market, 'Bills_1');
  // Older ones, as Stripe has them after three years.
  await market.platform.pool.query(
    `insert into sandbox_stripe_object (id, object, created, data)
     select id || '_' || n, object, created - n * 2592000, data || jsonb_build_object('id', id || '_' || n, 'created', created - n * 2592000)
     from sandbox_stripe_object, generate_series(1, 35) n
     where object = 'invoice' and data ->> 'customer' = (select stripe_customer_id from subscription where user_id = $1)`,
    [member.id],
  );
  const page = (cursor?: string) =>
    market.request('GET', `/api/stripe/invoices${cursor ? `?cursor=${cursor}` : ''}`, { as: member });
  const first = (await page()).body;
  const second = (await page(first.nextCursor)).body;
  const bills: { id: string; createdAt: string }[] = [...first.items, ...second.items];
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([24, 12, null]);
  expect(new Set(bills.map(({ id }) => id)).size).toBe(36);
  expect(bills.map(({ createdAt }) => createdAt)).toEqual(
    bills
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );
  for (const wrong of ['in_unknown', 'sub_1', "in_1'--", 'x'.repeat(300)]) {
    const refused = await page(encodeURIComponent(wrong));
    expect([wrong, refused.status, Object.keys(refused.body.errors)]).toEqual([wrong, 422, ['cursor']]);
  }
  const other = await subscriber(market, 'Bills_2');
  const foreign = await market.request('GET', `/api/stripe/invoices?cursor=${first.nextCursor}`, { as: other });
  expect((foreign.body.items ?? []).filter(({ id }: { id: string }) => bills.some((bill) => bill.id === id))).toEqual(
    [],
  );
});
