import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { cancelSubscription } from '../billing/cancel-subscription.server.ts';
import { actOnPlan, loadPlan } from '../pages/plan.server.ts';
import {
  cards,
  check,
  openCheckout,
  passTime,
  payAt,
  recordOf,
  setFaults,
  signInAgain,
  subscriber,
} from '../testing.ts';
import { convergeSubscription } from './converge-subscription.server.ts';
import { grantPremium } from './grant-premium.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const cancel = (as: Parameters<typeof check>[1] | null, body: unknown = {}) =>
  market.request('POST', '/api/stripe/cancel-subscription', { ...(as ? { as } : {}), body });

test('[AP-02] checkout: signed out 401, happy leads to the page, a payment makes premium', async () => {
  expect((await market.request('POST', '/api/stripe/create-checkout')).status).toBe(401);
  const member = await market.signUp('Buys_1');
  const first = await openCheckout(market, member);
  expect(first.status).toBe(200);
  expect(first.body.url).toContain('/sandbox/stripe/checkout/cs_test_');
  // Pressed again, or in another window: the same page.
  const again = await Promise.all([openCheckout(market, member), openCheckout(market, member)]);
  expect(again.map((answer) => answer.body.url)).toEqual([first.body.url, first.body.url]);
  expect(await payAt(first.body.url, cards.declined)).toBe(402);
  expect((await check(market, member)).isPremium).toBe(false);
  expect(await payAt(first.body.url)).toBe(200);
  await passTime(market);
  const now = await check(market, member);
  expect(now).toMatchObject({
    isPremium: true,
    tier: 'premium',
    status: 'active',
    subscription: { status: 'active', currentPlan: 'premium', endDate: null },
  });
  expect(now.subscription.stripeSubscriptionId).toMatch(/^sub_/);
  expect(new Date(now.subscription.renewalDate) > market.clock.now()).toBe(true);
});

test('[AP-02] two first presses at the same moment open one page', async () => {
  const member = await market.signUp('Buys_2');
  const answers = await Promise.all(Array.from({ length: 4 }, () => openCheckout(market, member)));
  expect(new Set(answers.map((answer) => answer.body.url)).size).toBe(1);
  const { rows } = await market.platform.pool.query(
    "select 1 from sandbox_stripe_object where object = 'customer' and data #>> '{metadata,userId}' = $1",
    [member.id],
  );
  expect(rows).toHaveLength(1);
});

test('[AP-02] who has premium is refused with a clear sentence, even where the webhook was lost', async () => {
  const member = await market.signUp('Buys_3');
  const { body } = await openCheckout(market, member);
  await setFaults(market, { dropWebhooks: true });
  expect(await payAt(body.url)).toBe(200);
  await passTime(market);
  expect((await check(market, member)).isPremium).toBe(false);
  const refused = await openCheckout(market, member);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'already_premium',
    'You already have Premium.',
  ]);
  expect((await check(market, member)).isPremium).toBe(true);
  await setFaults(market, null);
});

test('[AP-02] [ER-08] while Stripe is away a checkout says so and the check still answers', async () => {
  const member = await market.signUp('Buys_4');
  await setFaults(market, { down: true });
  const refused = await openCheckout(market, member);
  expect([refused.status, refused.body.code]).toEqual([503, 'payment_unavailable']);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect(await check(market, member)).toMatchObject({ isPremium: false, tier: 'free' });
  await setFaults(market, null);
  expect((await openCheckout(market, member)).status).toBe(200);
});

test('[AP-01] the check is never cached, by cookie and by bearer token alike', async () => {
  const member = await market.signUp('Buys_5');
  const { body } = await market.request('POST', '/api/auth/token', { as: member });
  const answers = await Promise.all(
    [member, { token: body.token }].map((as) => market.request('GET', '/api/stripe/check-subscription', { as })),
  );
  expect(answers.map((answer) => [answer.status, answer.headers.get('cache-control')])).toEqual(
    Array(2).fill([200, 'no-store']),
  );
  expect(
    (await market.request('GET', '/api/stripe/check-subscription', { headers: { authorization: 'Bearer nonsense' } }))
      .status,
  ).toBe(401);
});

test('[AP-03] [ER-06] [ST-07] each refusal of a cancellation has its sentence and status', async () => {
  const said = ({ status, body }: Awaited<ReturnType<typeof cancel>>) => [status, body.message];
  expect(said(await cancel(null))).toEqual([401, 'Must be logged in to cancel subscription']);
  const member = await market.signUp('Cancels_1');
  expect(said(await cancel(member))).toEqual([404, 'No subscription information available']);
  await market.platform.pool.query(
    "insert into subscription (user_id, status, updated_at) values ($1, 'active', now())",
    [member.id],
  );
  expect(said(await cancel(member))).toEqual([409, 'No active subscription ID found. Please contact support.']);
  await market.platform.pool.query(
    "update subscription set status = 'canceled', stripe_subscription_id = 'sub_gone' where user_id = $1",
    [member.id],
  );
  expect(said(await cancel(member))).toEqual([409, 'Subscription is already canceled']);
});

test('[AP-03] [ER-06] a request without a subscription says where to ask; refusals carry message, error and databaseError', async () => {
  const member = await subscriber(market, 'Cancels_none');
  const named = await cancel(member, { subscriptionId: null, userId: member.id });
  const sentence = 'No active subscription ID found. Please contact support.';
  expect([named.status, named.body.message, named.body.error, named.body.databaseError]).toEqual([
    409,
    sentence,
    sentence,
    false,
  ]);
  expect((await recordOf(market, member)).status).toBe('active');
  // With its own id, or without any, the caller's own subscription ends.
  expect((await cancel(member, {})).status).toBe(200);
});

test.each([
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
])('[ST-07] [ST-04] a subscription that is %s ends at once: canceled, cancelAtPeriodEnd, end and renewal date as answered', async (owed) => {
  const member = await subscriber(market, `Owes_${owed}`);
  const { stripe_subscription_id: id } = await recordOf(market, member);
  const text = "update sandbox_stripe_object set data = jsonb_set(data, '{status}', to_jsonb($2::text)) where id = $1";
  await market.platform.pool.query(text, [id, owed]);
  await convergeSubscription(market.platform, member.id);
  expect((await recordOf(market, member)).status).toBe(owed);
  const { status, body } = await cancel(member, { subscriptionId: id });
  expect([status, body.error]).toEqual([200, null]);
  const ended = {
    status: 'canceled',
    cancel_at_period_end: true,
    end_date: new Date(body.endDate),
    renewal_date: new Date(body.endDate),
  };
  expect(await recordOf(market, member)).toMatchObject(ended);
  // The events that Stripe sends afterwards agree.
  await passTime(market, 1);
  expect(await recordOf(market, member)).toMatchObject(ended);
  expect(await check(market, member)).toMatchObject({ isPremium: false, derivedStatus: 'none' });
});

test('[ST-07] [ST-04] a granted premium is cancelled on the page, which says the derived status', async () => {
  const member = await market.signUp('Granted_1');
  await grantPremium(market.platform, { userId: member.id, by: 'a test' });
  expect((await check(market, member)).derivedStatus).toBe('active');
  const request = new Request(`${market.url}/settings/subscription?cancel=ask`);
  const { plan } = await loadPlan(market.platform, member, request);
  expect(plan).toMatchObject({ kind: 'granted', status: 'active', canCancel: true });
  const form = new URLSearchParams({ intent: 'cancel' });
  await actOnPlan(market.platform, member, new Request(request.url, { method: 'POST', body: form }));
  const record = await recordOf(market, member);
  expect(record).toMatchObject({ status: 'canceled', cancel_at_period_end: true });
  expect(record.end_date).toEqual(record.renewal_date);
  expect((await loadPlan(market.platform, member, request)).plan).toMatchObject({
    kind: 'ending',
    status: 'canceled',
    canCancel: false,
  });
  expect((await check(market, member)).derivedStatus).toBe('canceled');
});

test('[AP-03] [ST-07] a cancellation leaves premium until the end date, then it is over', async () => {
  const member = await subscriber(market, 'Cancels_2');
  const { stripe_subscription_id: subscriptionId, renewal_date: renewal } = await recordOf(market, member);
  const { status, body } = await cancel(member, { subscriptionId, userId: member.id, isPreview: true });
  expect([status, body.error, body.databaseError]).toEqual([200, null, false]);
  expect(body.endDate).toBe(renewal.toISOString());
  expect(body.message).toMatch(/^Subscription cancelled\. You keep Premium until /);
  const record = await recordOf(market, member);
  expect(record).toMatchObject({
    status: 'canceled',
    cancel_at_period_end: true,
    end_date: renewal,
    renewal_date: renewal,
    tier: 'premium',
  });
  expect((await cancel(member)).body.message).toBe('Subscription is already canceled');
  expect((await openCheckout(market, member)).body.message).toMatch(
    /^You already have Premium until .* select Keep Premium\.$/,
  );
  expect((await check(market, member)).isPremium).toBe(true);
  // The webhook of the change, and the job that would have healed, change nothing.
  await passTime(market, 1);
  expect((await recordOf(market, member)).status).toBe('canceled');
  await passTime(market, 32);
  const later = await signInAgain(market, member);
  expect(await check(market, later)).toMatchObject({ isPremium: false, tier: 'free', status: 'canceled' });
  // Afterwards premium can be bought again.
  const next = await openCheckout(market, later);
  expect([next.status, await payAt(next.body.url)]).toEqual([200, 200]);
  await passTime(market);
  expect(await check(market, later)).toMatchObject({ isPremium: true, status: 'active' });
});

test("[AP-03] another member's subscription cannot be canceled, and an unknown id reads the same", async () => {
  const [owner, thief] = [await subscriber(market, 'Cancels_3'), await subscriber(market, 'Cancels_4')];
  const { stripe_subscription_id: theirs } = await recordOf(market, owner);
  const forged = await cancel(thief, { subscriptionId: theirs });
  const unknown = await cancel(thief, { subscriptionId: 'sub_unknown' });
  expect([forged.status, forged.body.message]).toEqual([404, 'No subscription information available']);
  expect([unknown.status, unknown.body.message]).toEqual([forged.status, forged.body.message]);
  expect((await cancel(thief, { subscriptionId: theirs, userId: owner.id })).status).toBe(403);
  expect((await cancel(thief, { tier: 'premium' })).status).toBe(422);
  expect((await recordOf(market, owner)).status).toBe('active');
  expect((await market.platform.payments.stripe.subscriptions.retrieve(theirs)).cancel_at_period_end).toBe(false);
  expect((await recordOf(market, thief)).status).toBe('active');
});

test('[AP-03] when Stripe has cancelled and our write fails, databaseError is true and a job corrects the record', async () => {
  const member = await subscriber(market, 'Cancels_5');
  const { pool } = market.platform;
  await setFaults(market, { dropWebhooks: true });
  await pool.query(
    `create function fail_writes() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  );
  await pool.query(
    `create trigger fail_writes before update on subscription for each row when (old.user_id = '${member.id}') execute function fail_writes()`,
  );
  const { status, body } = await cancel(member);
  expect([status, body.databaseError]).toEqual([200, true]);
  expect(body.error).toContain('in about a minute');
  expect((await recordOf(market, member)).status).toBe('active');
  await pool.query('drop trigger fail_writes on subscription');
  await pool.query('drop function fail_writes');
  await market.advance(61_000);
  expect(await recordOf(market, member)).toMatchObject({ status: 'canceled', cancel_at_period_end: true });
  expect((await recordOf(market, member)).end_date.toISOString()).toBe(body.endDate);
  await setFaults(market, null);
});

test('[AP-03] while Stripe is away nothing is canceled', async () => {
  const member = await subscriber(market, 'Cancels_6');
  await setFaults(market, { down: true });
  expect((await cancel(member)).status).toBe(503);
  await setFaults(market, null);
  expect((await recordOf(market, member)).status).toBe('active');
});

test('[AP-03] where the answer of Stripe is lost the message does not claim that nothing was changed, and the record is right a minute later', async () => {
  const member = await subscriber(market, 'Cancels_7');
  await setFaults(market, { dropWebhooks: true });
  const { platform } = market;
  const { subscriptions } = platform.payments.stripe;
  const retrieve = (id: string) => subscriptions.retrieve(id);
  const update = async (id: string) => {
    await subscriptions.update(id, { cancel_at_period_end: true });
    throw new Error('the connection was cut');
  };
  const cut = {
    ...platform,
    payments: { ...platform.payments, stripe: { subscriptions: { retrieve, update } } as unknown as Stripe },
  };
  const refused = await cancelSubscription(cut, { id: member.id }).catch((error) => error);
  expect([refused.status, refused.message]).toEqual([
    503,
    expect.stringMatching(/We don’t know yet .* Check this page again in 2 minutes\.$/),
  ]);
  expect((await recordOf(market, member)).status).toBe('active');
  await market.advance(61_000);
  expect(await recordOf(market, member)).toMatchObject({ status: 'canceled', cancel_at_period_end: true });
  await setFaults(market, null);
});

test('[AP-04] the tier of listings follows our own record, whatever the body says', async () => {
  expect(
    (await market.request('POST', '/api/stripe/update-listing-tiers', { body: { accountTier: 'premium' } })).status,
  ).toBe(401);
  const member = await market.signUp('Liar_1');
  const body = {
    game: 'pokemon',
    name: 'Ditto',
    condition: 'near_mint',
    price: { amount: 500, currency: 'USD' },
    status: 'active',
  };
  expect((await market.request('POST', '/api/listings', { as: member, body })).status).toBe(201);
  for (const lie of [{ accountTier: 'premium' }, { accountTier: 7, tier: ['premium'] }, undefined]) {
    const answer = await market.request('POST', '/api/stripe/update-listing-tiers', {
      as: member,
      ...(lie ? { body: lie } : {}),
    });
    expect([answer.status, answer.body]).toEqual([200, { success: true, tier: 'free' }]);
  }
  const broken = await market.request('POST', '/api/stripe/update-listing-tiers', {
    as: member,
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect([broken.status, broken.body.code]).toEqual([400, 'not_json']);
  await market.runJobs();
  const listing = async () =>
    (
      await market.platform.pool.query(
        'select tier, expires_at - published_at as life from listing where seller_id = $1',
        [member.id],
      )
    ).rows[0];
  expect((await listing()).tier).toBe('free');
  // The call corrects what another process left behind.
  await market.platform.pool.query("update profile set account_tier = 'premium' where user_id = $1", [member.id]);
  await market.request('POST', '/api/stripe/update-listing-tiers', { as: member, body: { accountTier: 'free' } });
  await market.runJobs();
  expect((await listing()).tier).toBe('premium');
});

test('the price of premium is read from Stripe, and stays known while Stripe is away', async () => {
  const price = async () => (await market.request('GET', '/api/tiers')).body.premiumPrice;
  const expected = { price: { amount: 400, currency: 'USD' }, interval: 'month', taxIncluded: true };
  expect(await price()).toEqual(expected);
  await setFaults(market, { down: true });
  await market.advance(2 * 3_600_000);
  expect(await price()).toEqual(expected);
  await setFaults(market, null);
});
