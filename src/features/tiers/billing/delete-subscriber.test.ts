import { afterAll, beforeAll, expect, test } from 'vitest';
import { passTime, pay } from '#features/orders/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 60_000);
afterAll(() => market.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const leave = (as: TestMember) => market.request('POST', '/api/users/delete-account', { as, body: {} });

test('[VA-08] an old Google sign-in must be made again with the same account; a subscriber is let through and the subscription ends', async () => {
  const member = await market.signUp();
  await rows(
    "update auth_account set provider_id = 'google', account_id = 'https://accounts.example#1', password = null where user_id = $1",
    [member.id],
  );
  await passTime(market, 11 * minuteMs);
  const refused = await leave(member);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Please sign in with the same Google account you want to delete',
  ]);
  const stripe = market.platform.payments.stripe;
  const customer = await stripe.customers.create({ email: member.email, metadata: { userId: member.id } });
  await rows(
    "insert into subscription (user_id, status, stripe_customer_id, tier, updated_at) values ($1, 'trialing', $2, 'premium', $3)",
    [member.id, customer.id, market.clock.now()],
  );
  const page = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: market.platform.config.stripe.premiumPriceId, quantity: 1 }],
    success_url: `${market.url}/a`,
    cancel_url: `${market.url}/b`,
  });
  const paid = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: market.platform.config.stripe.premiumPriceId, quantity: 1 }],
    success_url: `${market.url}/c`,
    cancel_url: `${market.url}/d`,
  });
  expect((await pay(paid.url ?? '')).status).toBe(200);
  expect((await leave(member)).status).toBe(200);
  await passTime(market);
  const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
  expect(data.map((one) => one.status)).toEqual(['canceled']);
  expect((await stripe.checkout.sessions.retrieve(page.id)).status).toBe('expired');
  expect(await rows('select * from subscription where user_id = $1', [member.id])).toEqual([]);
});
