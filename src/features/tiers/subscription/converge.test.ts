import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import {
  cards,
  check,
  eventsOf,
  mailsTo,
  openCheckout,
  passTime,
  payAt,
  recordOf,
  setFaults,
  signInAgain,
  subscriber,
} from '../testing.ts';
import { convergeSubscription } from './converge-subscription.server.ts';
import { reconcileSubscriptions } from './reconcile-subscriptions.server.ts';

const webhookSecret = 'whsec_converge';
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ env: { STRIPE_WEBHOOK_SECRET: webhookSecret } });
});
afterEach(() => setFaults(market, null));
afterAll(() => market?.close());

async function deliver(event: Stripe.Event): Promise<number> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: webhookSecret,
    timestamp: Math.floor(market.clock.now().getTime() / 1000),
  });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const response = await fetch(`${market.url}/api/stripe/webhook`, { method: 'POST', headers, body: payload });
  await response.arrayBuffer();
  return response.status;
}

const tierOf = async (member: TestMember) => (await market.request('GET', `/api/profiles/${member.id}`)).body.tier;
const changes = async (member: TestMember) =>
  (
    await market.platform.pool.query(
      "select data from outbox_event where subject = $1 and kind = 'tier.changed' order by id",
      [member.id],
    )
  ).rows.map(({ data }) => `${data.from} to ${data.to}`);

/** Subscribes and cancels without delivering any webhook. Returns the events that Stripe would have sent. */
async function silentStory(name: string): Promise<{ member: TestMember; events: Stripe.Event[] }> {
  await setFaults(market, { dropWebhooks: true });
  const member = await market.signUp(name);
  expect(await payAt((await openCheckout(market, member)).body.url)).toBe(200);
  await passTime(market);
  const { customer } = (await eventsOf(market, member)).map(
    (event) => event.data.object as { customer: string },
  )[0] ?? { customer: '' };
  const { stripe } = market.platform.payments;
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  await stripe.subscriptions.update(String(subscription?.id), { cancel_at_period_end: true });
  await passTime(market);
  return { member, events: await eventsOf(market, member) };
}

test('[AP-07] [ST-01] twenty orders of the events, each doubled, all end as Stripe says', {
  timeout: 120_000,
}, async () => {
  for (let i = 0; i < 20; i++) {
    const { member, events } = await silentStory(`Order_${i}_x`);
    expect(events.map((event) => event.type)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
      'customer.subscription.updated',
    ]);
    const shuffled = permutation(events, i);
    for (const event of [...shuffled, ...shuffled.slice(0, 2)]) expect(await deliver(event)).toBe(200);
    await market.runJobs();
    expect(await recordOf(market, member)).toMatchObject({
      status: 'canceled',
      tier: 'premium',
      cancel_at_period_end: true,
    });
    expect(await changes(member)).toEqual(['free to premium']);
    expect((await mailsTo(market, member)).filter((mail) => mail.subject === 'Welcome to Premium')).toHaveLength(1);
  }
});

test('[AP-07] a payload that lies changes nothing: Stripe is read', async () => {
  const { member, events } = await silentStory('Liar_2');
  const lie = structuredClone(events.find((event) => event.type === 'customer.subscription.updated') as Stripe.Event);
  Object.assign(lie.data.object, { status: 'past_due', cancel_at_period_end: false });
  expect(await deliver({ ...lie, id: 'evt_lie_1' })).toBe(200);
  await market.runJobs();
  expect((await recordOf(market, member)).status).toBe('canceled');
  const forged = await fetch(`${market.url}/api/stripe/webhook`, {
    method: 'POST',
    body: JSON.stringify(lie),
    headers: { 'stripe-signature': 't=1,v1=00' },
  });
  expect(forged.status).toBe(400);
});

test('[AP-07] an older answer of Stripe never overwrites a newer one', async () => {
  const member = await subscriber(market, 'Older_1');
  const { platform } = market;
  const { stripe } = platform.payments;
  const { stripe_customer_id: customer, stripe_subscription_id: id } = await recordOf(market, member);
  const old = await stripe.subscriptions.list({ customer, status: 'all' });
  let calls = 0;
  // Between this reader's request and its answer the subscription is canceled, and another process has stored that.
  const list = async (...words: Parameters<typeof stripe.subscriptions.list>) => {
    calls++;
    if (calls > 1) return stripe.subscriptions.list(...words);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await convergeSubscription(platform, member.id);
    return old;
  };
  const late = {
    ...platform,
    payments: { ...platform.payments, stripe: { subscriptions: { list } } as unknown as Stripe },
  };
  await convergeSubscription(late, member.id);
  expect([calls, (await recordOf(market, member)).status]).toEqual([2, 'canceled']);
});

test('webhooks that are all lost: the comparison of events and the nightly reconcile each make it good', async () => {
  for (const heal of ['stripe.reconcile', 'nightly'] as const) {
    const { member } = await silentStory(heal === 'nightly' ? 'Lost_1' : 'Lost_2');
    expect((await check(market, member)).isPremium).toBe(false);
    if (heal === 'nightly') expect(await reconcileSubscriptions(market.platform)).toBeGreaterThan(0);
    else await market.platform.pool.query("select graphile_worker.add_job('stripe.reconcile')");
    await market.runJobs();
    expect([heal, (await recordOf(market, member)).status, await tierOf(member)]).toEqual([
      heal,
      'canceled',
      'premium',
    ]);
  }
});

test('[ST-01] [ST-02] [ST-03] both readings agree after each state that Stripe can send', async () => {
  const member = await subscriber(market, 'States_1');
  const { stripe_subscription_id: id } = await recordOf(market, member);
  const good = ['active', 'trialing'];
  for (const status of [
    'trialing',
    'past_due',
    'active',
    'unpaid',
    'incomplete',
    'active',
    'incomplete_expired',
    'paused',
    'trialing',
    'canceled',
    'active',
  ]) {
    await market.platform.pool.query(
      "update sandbox_stripe_object set data = jsonb_set(data, '{status}', to_jsonb($2::text)) where id = $1",
      [id, status],
    );
    await convergeSubscription(market.platform, member.id);
    const now = await check(market, member);
    const stored = await tierOf(member);
    expect([status, now.subscription.status, now.isPremium, stored]).toEqual([
      status,
      status,
      good.includes(status),
      good.includes(status) ? 'premium' : 'free',
    ]);
  }
});

test('[ST-06] [AP-01] a renewal that fails pauses what is too much and says so by mail; a new card brings all back', async () => {
  const member = await subscriber(market, 'Fails_1', cards.failsLater);
  await passTime(market, 20);
  const seller = await signInAgain(market, member);
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    const body = {
      game: 'pokemon',
      name,
      condition: 'near_mint',
      price: { amount: 500, currency: 'USD' },
      status: 'active',
    };
    expect((await market.request('POST', '/api/listings', { as: seller, body })).status).toBe(201);
  }
  const listings = async () =>
    (
      await market.platform.pool.query(
        'select status, tier from listing where seller_id = $1 order by published_at desc, id desc',
        [seller.id],
      )
    ).rows.map(({ status, tier }) => `${status} ${tier}`);
  await passTime(market, 11.5);
  expect((await recordOf(market, seller)).status).toBe('past_due');
  expect(await listings()).toEqual(['active free', 'active free', 'paused free', 'paused free']);
  const later = await signInAgain(market, seller);
  expect(await check(market, later)).toMatchObject({ isPremium: false, tier: 'free', status: 'past_due' });
  const refused = await openCheckout(market, later);
  expect([refused.status, refused.body.code]).toEqual([409, 'payment_due']);
  const failed = (await mailsTo(market, seller)).find((mail) => mail.subject === 'Premium payment failed');
  expect(failed?.text).toContain('Nothing is deleted.');
  expect(failed?.text).toContain('/settings/subscription');

  const portal = await market.request('POST', '/api/stripe/create-portal', { as: later });
  await fetch(`${portal.body.url}/card`, { method: 'POST', body: new URLSearchParams({ cardNumber: cards.good }) });
  await passTime(market);
  expect(await listings()).toEqual(Array(4).fill('active premium'));
  expect((await mailsTo(market, seller))[0]?.subject).toBe('Premium renewed');
  expect(await changes(seller)).toEqual(['free to premium', 'premium to free', 'free to premium']);
});

test('a subscription whose payments all fail ends, and the last mail says so', async () => {
  const member = await subscriber(market, 'Fails_2', cards.failsLater);
  await passTime(market, 50);
  expect(await recordOf(market, member)).toMatchObject({
    status: 'canceled',
    tier: 'free',
    current_plan: 'free',
    cancel_at_period_end: true,
  });
  const mails = (await mailsTo(market, member)).filter((mail) => mail.subject === 'Premium ended');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('your subscription has ended');
});

test('a renewal by the clock moves the renewal date and sends one mail', async () => {
  const member = await subscriber(market, 'Renews_1');
  const before = (await recordOf(market, member)).renewal_date;
  await passTime(market, 31.5);
  const after = await recordOf(market, member);
  expect([after.status, after.renewal_date > before]).toEqual(['active', true]);
  const mails = (await mailsTo(market, member)).filter((mail) => mail.subject === 'Premium renewed');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('$4.00');
});

test('[RO-05] premium that an admin granted outlives an old subscription, and is replaced by one that is paid', async () => {
  const member = await subscriber(market, 'Grants_1');
  const { stripe_subscription_id: id } = await recordOf(market, member);
  await market.platform.payments.stripe.subscriptions.cancel(id);
  await passTime(market);
  expect((await recordOf(market, member)).tier).toBe('free');
  const admin = await market.signUp('Operator_2');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  expect(
    (await market.request('POST', `/api/admin/members/${member.id}/premium`, { as: admin, body: { months: 1 } }))
      .status,
  ).toBe(200);
  await convergeSubscription(market.platform, member.id);
  expect((await recordOf(market, member)).stripe_subscription_id).toMatch(/^admin_/);
  // Canceled by the member, it lasts to its end.
  const { body } = await market.request('POST', '/api/stripe/cancel-subscription', { as: member, body: {} });
  expect(new Date(body.endDate) > market.clock.now()).toBe(true);
  await passTime(market, 32);
  expect(await recordOf(market, member)).toMatchObject({ status: 'canceled', tier: 'free' });
});

/** The n-th of all orders. */
function permutation<T>(items: readonly T[], n: number): T[] {
  const rest = [...items];
  const result: T[] = [];
  for (let left = rest.length; left > 0; left--) {
    result.push(...rest.splice(n % left, 1));
    n = Math.floor(n / left);
  }
  return result;
}
