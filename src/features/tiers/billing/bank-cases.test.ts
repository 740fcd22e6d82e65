import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { tierTroubles } from '../model/tier.troubles.ts';
import { tierPanel } from '../subscription/admin-panel.server.ts';
import { mailsTo, passTime, recordOf, setFaults, signInAgain, subscriber } from '../testing.ts';
import { followBankCase } from './bank-cases.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterEach(() => setFaults(market, null));
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const count = (name: string) =>
  tierTroubles.find((one) => one.name === name)?.count(market.platform.db, market.clock.now());
const casesOf = (member: TestMember) =>
  rows('select kind, status, reading from premium_bank_case where user_id = $1 order by kind', [member.id]);
const bankRow = async (member: TestMember) =>
  (await tierPanel.read(market.platform, member.id, member.id)).find(
    ({ label }) => label === 'Chargebacks and fraud warnings',
  )?.value;
const subjects = async (member: TestMember) =>
  (await mailsTo(market, member)).map(({ subject }) => subject).filter((one) => /dispute|reclaimed/.test(one));
const updates = (member: TestMember) =>
  rows("select code from notification where user_id = $1 and code like 'bank_%' order by code desc", [member.id]);

/** The member's bank asks for the newest payment of their premium back, or warns of fraud. */
async function bank(
  member: TestMember,
  what: 'disputes' | 'fraud-warnings',
  more: Record<string, unknown> = {},
): Promise<string> {
  const { stripe_customer_id: customer } = await recordOf(market, member);
  const [intent] = await rows(
    `select id from sandbox_stripe_object where object = 'payment_intent' and data ->> 'customer' = $1 order by (data ->> 'created')::bigint desc limit 1`,
    [customer],
  );
  const { status, body } = await market.request('POST', `/sandbox/stripe/${what}`, {
    body: { paymentIntent: intent?.id, ...more },
  });
  expect(status).toBe(200);
  await passTime(market);
  return body.id;
}

async function decides(id: string, outcome: string): Promise<void> {
  expect((await market.request('POST', `/sandbox/stripe/disputes/${id}/decide`, { body: { outcome } })).status).toBe(
    200,
  );
  await passTime(market);
}

test('a bank that takes a premium payment back for good ends premium, once it has decided and not before', async () => {
  const payer = await subscriber(market, 'Bank_lost');
  // The payment of a renewal, as that of the first month.
  await passTime(market, 31.5);
  const member = await signInAgain(market, payer);
  await setFaults(market, { duplicateWebhooks: true, shuffleWebhooks: true });
  const id = await bank(member, 'disputes');
  expect(await recordOf(market, member)).toMatchObject({ status: 'active', tier: 'premium' });
  expect(await casesOf(member)).toMatchObject([{ kind: 'chargeback', status: 'needs_response' }]);
  expect(await count('tiers.chargeback')).toBe(1);
  expect((await market.request('GET', '/metrics')).body).toContain(
    'sleeved_trouble{name="tiers.chargeback",severity="urgent"}',
  );
  expect(await bankRow(member)).toMatch(/^Chargeback of \$4\.00 since .*: needs response, evidence due by /);
  expect(await subjects(member)).toEqual(['Payment dispute opened: Premium']);

  await decides(id, 'lost');
  expect(await recordOf(market, member)).toMatchObject({ status: 'canceled', tier: 'free' });
  expect([await count('tiers.chargeback'), await bankRow(member)]).toEqual([0, expect.stringMatching(/: lost\.$/)]);
  expect((await subjects(member)).sort()).toEqual(['Payment dispute opened: Premium', 'Payment reclaimed: Premium']);
  expect((await updates(member)).map(({ code }) => code)).toEqual(['bank_open', 'bank_lost']);
  const { items } = (await market.request('GET', '/api/notifications', { as: member })).body;
  expect(items.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(['Payment dispute opened: Premium', 'Payment reclaimed: Premium']),
  );
  const { body } = await market.request('GET', '/api/export', { as: member });
  expect(JSON.stringify(body)).toContain('"chargebacks":[{"amount":400');
});

test('a won chargeback changes nothing; one whose events were lost is found by the nightly reconciliation', async () => {
  const member = await subscriber(market, 'Bank_won');
  const id = await bank(member, 'disputes', { inquiry: true });
  await setFaults(market, { dropWebhooks: true });
  await decides(id, 'escalated');
  await decides(id, 'won');
  expect(await casesOf(member)).toMatchObject([{ status: 'warning_needs_response' }]);
  await rows("select graphile_worker.add_job('tiers.reconcile', '{}'::json)");
  await market.runJobs();
  expect(await casesOf(member)).toMatchObject([{ status: 'won' }]);
  expect(await recordOf(market, member)).toMatchObject({ status: 'active', tier: 'premium' });
  expect((await subjects(member)).sort()).toEqual([
    'Payment dispute closed: Premium',
    'Payment dispute opened: Premium',
  ]);
});

test('a fraud warning is shown to admins only, until Stripe says that nothing is left to do', async () => {
  const member = await subscriber(market, 'Bank_warns');
  await bank(member, 'fraud-warnings', { fraudType: 'made_with_stolen_card' });
  expect([await count('tiers.fraud-warning'), await bankRow(member)]).toEqual([
    1,
    expect.stringMatching(/^Fraud warning since .*: made with stolen card\.$/),
  ]);
  expect([await subjects(member), await updates(member)]).toEqual([[], []]);
  // The chargeback comes all the same, which ends the warning; the member goes, and the bank is answered nevertheless.
  await bank(member, 'disputes');
  expect([await count('tiers.fraud-warning'), await count('tiers.chargeback')]).toEqual([0, 1]);
  expect(
    (await market.request('POST', '/api/users/delete-account', { as: member, body: { password: member.password } }))
      .status,
  ).toBe(200);
  await market.runJobs();
  expect([await casesOf(member), await count('tiers.chargeback')]).toEqual([[], 1]);
});

test('an outdated answer of Stripe is not written, but requested again', async () => {
  const member = await subscriber(market, 'Bank_races');
  const id = await bank(member, 'disputes');
  await setFaults(market, { dropWebhooks: true });
  const { platform } = market;
  const { stripe } = platform.payments;
  let requests = 0;
  const retrieve = async () => {
    const found = await stripe.disputes.retrieve(id);
    requests++;
    if (requests === 1) {
      await decides(id, 'lost');
      await followBankCase(platform, { id, kind: 'chargeback' });
    }
    return found;
  };
  const late = Object.create(stripe, { disputes: { value: { retrieve } } });
  await followBankCase({ ...platform, payments: { ...platform.payments, stripe: late } }, { id, kind: 'chargeback' });
  expect([requests, await casesOf(member)]).toEqual([2, [expect.objectContaining({ status: 'lost' })]]);
});
