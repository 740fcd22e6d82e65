import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { subscriber } from '../testing.ts';
import { addMonths, grantPremium } from './grant-premium.server.ts';

let market: TestMarket;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  admin = await market.signUp('Operator_1');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
});
afterAll(() => market?.close());

const dayMs = 86_400_000;
const grant = (id: string, body: unknown = {}, as: TestMember | null = admin) =>
  market.request('POST', `/api/admin/members/${id}/premium`, { ...(as ? { as } : {}), body });
const revoke = (id: string, as: TestMember | null = admin) =>
  market.request('DELETE', `/api/admin/members/${id}/premium`, as ? { as } : {});
const check = async (as: TestMember) => (await market.request('GET', '/api/stripe/check-subscription', { as })).body;
const tierOf = async (id: string) => (await market.request('GET', `/api/profiles/${id}`)).body;

test('[AP-01] [EN-05] a member without a subscription is free; a visitor has to sign in', async () => {
  const member = await market.signUp('Check_1');
  const dates = { startDate: null, endDate: null, renewalDate: null };
  expect(await check(member)).toEqual({
    isPremium: false,
    tier: 'free',
    status: 'none',
    derivedStatus: 'none',
    source: 'firestore',
    lastChecked: expect.any(String),
    subscription: { status: 'none', stripeSubscriptionId: null, currentPlan: null, ...dates },
  });
  expect((await market.request('GET', '/api/stripe/check-subscription')).status).toBe(401);
});

test('[RO-05] [ST-05] an admin grants premium with an admin_ id and a renewal date a year ahead', async () => {
  const member = await market.signUp('Grant_1');
  const answer = await grant(member.id);
  expect([answer.status, answer.body.isPremium]).toEqual([200, true]);
  const { subscription } = await check(member);
  expect(subscription).toMatchObject({ status: 'active', currentPlan: 'premium', endDate: null });
  expect(subscription.stripeSubscriptionId).toMatch(/^admin_/);
  const ahead = (new Date(subscription.renewalDate).getTime() - market.clock.now().getTime()) / dayMs;
  expect(ahead).toBeGreaterThan(364);
  expect(await tierOf(member.id)).toMatchObject({ tier: 'premium', badge: 'star' });
  const { rows } = await market.platform.pool.query(
    "select kind, data from outbox_event where subject = $1 and kind in ('tier.changed', 'premium.granted') order by id",
    [member.id],
  );
  expect(rows).toEqual([
    { kind: 'tier.changed', data: { from: 'free', to: 'premium' } },
    { kind: 'premium.granted', data: { by: admin.id, months: null } },
  ]);
  const log = await market.platform.pool.query('select by, act, data from audit_log where subject = $1', [member.id]);
  expect(log.rows).toEqual([{ by: admin.id, act: 'premium.granted', data: { months: null } }]);
});

test('[RO-05] a revoked premium is over at once, and there must be one to revoke', async () => {
  const member = await market.signUp('Grant_2');
  expect((await revoke(member.id)).status).toBe(409);
  await grant(member.id, { months: 3 });
  expect((await revoke(member.id)).body).toMatchObject({ isPremium: false, tier: 'free', status: 'canceled' });
  expect(await tierOf(member.id)).toMatchObject({ tier: 'free', badge: null });
  expect((await revoke(member.id)).status).toBe(409);
  // Refused requests are not in the audit log.
  const log = await market.platform.pool.query('select act from audit_log where subject = $1 order by at', [member.id]);
  expect(log.rows.map((row) => row.act)).toEqual(['premium.granted', 'premium.revoked']);
});

test('[RO-05] premium that was granted for a month ends after it', async () => {
  const member = await market.signUp('Grant_3');
  await grant(member.id, { months: 1 });
  await market.advance(27 * dayMs);
  expect((await check(member)).isPremium).toBe(true);
  await market.advance(5 * dayMs);
  await market.runJobs();
  const again = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: member.email, password: member.password },
  });
  const cookie = again.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(await check({ ...member, cookie })).toMatchObject({ isPremium: false, status: 'canceled' });
  expect((await tierOf(member.id)).tier).toBe('free');
});

test('[RO-05] only an admin grants and revokes; unknown members and wrong months are refused', async () => {
  const fresh = await market.signUp('Operator_2');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [fresh.id]);
  const member = await market.signUp('Grant_4');
  expect([(await grant(member.id, {}, null)).status, (await grant(member.id, {}, member)).status]).toEqual([401, 403]);
  expect([(await revoke(member.id, null)).status, (await revoke(member.id, member)).status]).toEqual([401, 403]);
  expect((await grant('nobody_here', {}, fresh)).status).toBe(404);
  for (const months of [0, 121, 1.5, 'two', null]) expect((await grant(member.id, { months }, fresh)).status).toBe(422);
  expect((await check(member)).isPremium).toBe(false);
});

test('[RO-05] who pays through Stripe is neither granted nor revoked by hand', async () => {
  const fresh = await market.signUp('Operator_3');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [fresh.id]);
  const member = await market.signUp('Payer_1');
  await market.platform.pool.query(
    `insert into subscription (user_id, status, stripe_subscription_id, tier, updated_at) values ($1, 'active', 'sub_9', 'premium', now())`,
    [member.id],
  );
  await market.platform.pool.query("update profile set account_tier = 'premium' where user_id = $1", [member.id]);
  expect([(await grant(member.id, {}, fresh)).status, (await revoke(member.id, fresh)).status]).toEqual([409, 409]);
  expect((await check(member)).isPremium).toBe(true);
});

test('months are counted as people count them', () => {
  expect(addMonths(new Date('2026-01-31T10:00:00Z'), 1)).toEqual(new Date('2026-02-28T10:00:00Z'));
  expect(addMonths(new Date('2026-11-20T10:00:00Z'), 14)).toEqual(new Date('2028-01-20T10:00:00Z'));
  expect(addMonths(new Date('2028-02-29T00:00:00Z'), 12)).toEqual(new Date('2029-02-28T00:00:00Z'));
});

test('[EN-04] the own profile carries the state of the subscription with every field; other members do not see it', async () => {
  const fresh = await market.signUp('State_1');
  const own = async (as: TestMember) => (await market.request('GET', '/api/profile', { as })).body.subscription;
  expect(await own(fresh)).toEqual({
    status: 'none',
    currentPlan: null,
    stripeSubscriptionId: null,
    startDate: null,
    endDate: null,
    renewalDate: null,
    cancelAtPeriodEnd: false,
    manuallyUpdated: false,
    tier: 'free',
  });
  const paid = await subscriber(market, 'State_2');
  const state = await own(paid);
  expect(state).toMatchObject({
    status: 'active',
    currentPlan: 'premium',
    endDate: null,
    cancelAtPeriodEnd: false,
    manuallyUpdated: false,
    tier: 'premium',
  });
  expect(state.stripeSubscriptionId).toMatch(/^sub_/);
  expect([new Date(state.startDate) <= market.clock.now(), new Date(state.renewalDate) > market.clock.now()]).toEqual([
    true,
    true,
  ]);
  expect((await market.request('POST', '/api/stripe/cancel-subscription', { as: paid, body: {} })).status).toBe(200);
  const canceled = await own(paid);
  expect(canceled).toMatchObject({
    status: 'canceled',
    cancelAtPeriodEnd: true,
    endDate: state.renewalDate,
    renewalDate: state.renewalDate,
    tier: 'premium',
  });
  expect(await tierOf(paid.id)).not.toHaveProperty('subscription');
});

test('[ST-05] premium that was granted without an end goes on, and its renewal date with it', async () => {
  const member = await market.signUp('Grant_years');
  await grantPremium(market.platform, { userId: member.id, by: admin.id });
  const record = async () =>
    (
      await market.platform.pool.query('select tier, end_date, renewal_date from subscription where user_id = $1', [
        member.id,
      ])
    ).rows[0];
  for (let year = 1; year <= 2; year++) {
    await market.advance(366 * dayMs);
    const { tier, end_date, renewal_date } = await record();
    expect([tier, end_date, renewal_date > market.clock.now()]).toEqual(['premium', null, true]);
  }
});
