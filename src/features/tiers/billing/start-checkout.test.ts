import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { cards, openCheckout, passTime, payAt, recordOf, setFaults, signInAgain, subscriber } from '../testing.ts';
import { startCheckout } from './start-checkout.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterEach(() => setFaults(market, null));
afterAll(() => market?.close());

const billing = async (member: TestMember) => {
  const { stripe_customer_id: customer } = await recordOf(market, member);
  const { data } = await market.platform.payments.stripe.subscriptions.list({ customer, status: 'all' });
  return data.filter((one) => one.ended_at === null).length;
};

test('[AP-02] a page that is nearly over is closed before the next opens: of two windows only one can be paid', async () => {
  const payer = await market.signUp('Windows_1');
  const first = (await openCheckout(market, payer)).body.url;
  await market.advance(23 * hourMs + 55 * 60_000);
  const member = await signInAgain(market, payer);
  const second = (await openCheckout(market, member)).body.url;
  expect(second).not.toBe(first);
  expect([await payAt(first), await payAt(second)]).toEqual([410, 200]);
  await passTime(market);
  expect(await billing(member)).toBe(1);
});

test('[AP-02] a session that is paid in another window during the request is detected: no second session opens', async () => {
  for (const paidAt of ['before the pages are read', 'after the pages were read'] as const) {
    const member = await market.signUp(paidAt.startsWith('before') ? 'Windows_2' : 'Windows_3');
    await setFaults(market, { dropWebhooks: true });
    const { url } = (await openCheckout(market, member)).body;
    const answer = await startCheckout(paying(url, paidAt === 'before the pages are read'), { id: member.id }).catch(
      (error) => error,
    );
    expect([paidAt, answer]).toMatchObject([paidAt, { status: 409, code: 'already_premium' }]);
    expect(await billing(member)).toBe(1);
    await setFaults(market, null);
  }
});

test('[AP-02] a page that was paid while it was being closed is seen too', async () => {
  const member = await market.signUp('Windows_4');
  const { url } = (await openCheckout(market, member)).body;
  await market.advance(23 * hourMs + 55 * 60_000);
  await setFaults(market, { dropWebhooks: true });
  const { stripe } = market.platform.payments;
  const { sessions } = stripe.checkout;
  const expire = async (...words: Parameters<typeof sessions.expire>) => {
    expect(await payAt(url)).toBe(200);
    return sessions.expire(...words);
  };
  const list = (...words: Parameters<typeof sessions.list>) => sessions.list(...words);
  await expect(startCheckout(withSessions({ list, expire }), { id: member.id })).rejects.toMatchObject({
    status: 409,
    code: 'already_premium',
  });
  expect(await billing(member)).toBe(1);
});

test('[AP-02] ten presses at once in as many windows make one page and one subscription', async () => {
  const member = await market.signUp('Windows_5');
  const answers = await Promise.all(Array.from({ length: 10 }, () => openCheckout(market, member)));
  const urls = new Set(answers.map(({ status, body }) => (status === 200 ? body.url : status)));
  expect(urls.size).toBe(1);
  const [url] = urls;
  expect(await Promise.all([payAt(url), payAt(url), payAt(url)])).toEqual([200, 200, 200]);
  await passTime(market);
  expect(await billing(member)).toBe(1);
});

test('[RO-05] premium is not granted over a subscription that waits for a payment, and the sentence says what to do', async () => {
  const member = await subscriber(market, 'Grant_due', cards.failsLater);
  await passTime(market, 31.5);
  const admin = await market.signUp('Grant_operator');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  const { status, body } = await market.request('POST', `/api/admin/members/${member.id}/premium`, {
    as: admin,
    body: { months: 1 },
  });
  expect([status, body.code, body.message]).toEqual([
    409,
    'payment_due',
    'This member’s subscription at Stripe has a failed payment. Cancel it there first.',
  ]);
  expect((await recordOf(market, member)).stripe_subscription_id).toMatch(/^sub_/);
});

test('[AP-02] who was granted premium and canceled it is not sent to a portal that they do not have', async () => {
  const member = await market.signUp('Grant_ending');
  const admin = await market.signUp('Grant_operator_2');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  await market.request('POST', `/api/admin/members/${member.id}/premium`, { as: admin, body: { months: 1 } });
  await market.request('POST', '/api/stripe/cancel-subscription', { as: member, body: {} });
  const { status, body } = await openCheckout(market, member);
  expect([status, body.code]).toEqual([409, 'already_premium']);
  expect(body.message).toMatch(/^You already have Premium until \d+ \w+ \d{4}\.$/);
});

/** The platform with a member who pays at `url` just before or just after Stripe lists the sessions. */
function paying(url: string, isBefore: boolean) {
  const { sessions } = market.platform.payments.stripe.checkout;
  const list = async (...words: Parameters<typeof sessions.list>) => {
    if (isBefore) expect(await payAt(url)).toBe(200);
    const found = await sessions.list(...words);
    if (!isBefore) expect(await payAt(url)).toBe(200);
    return found;
  };
  return withSessions({ list });
}

function withSessions(calls: Record<string, unknown>) {
  const { platform } = market;
  const { stripe } = platform.payments;
  const { sessions } = stripe.checkout;
  const create = (...words: Parameters<typeof sessions.create>) => sessions.create(...words);
  const { subscriptions, customers } = stripe;
  const replaced = { checkout: { sessions: { create, ...calls } }, subscriptions, customers } as unknown as Stripe;
  return { ...platform, payments: { ...platform.payments, stripe: replaced } };
}
