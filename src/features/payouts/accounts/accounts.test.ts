import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { passTime, setFaults, signInAgain } from '#features/orders/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { readAccount } from '#platform/payments/connect/connect.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { post } from '#testing/servers/stripe-sandbox.ts';
import {
  accountOf,
  activatePayouts,
  decideAtStripe,
  fillIn,
  openLink,
  setUpPayouts,
  stripeAccountOf,
} from './accounts.testing.ts';
import { payoutAccount } from './payout-account.tables.ts';
import { followAccount } from './read/follow-account.server.ts';
import { readPayoutAccount, readPayoutAccounts } from './read/read-account.server.ts';

let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
}, 60_000);
afterAll(() => market.close());
beforeEach(async () => {
  await setFaults(market, null);
  await passTime(market);
  seller = await market.signUp();
});

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const accountsAtStripe = async () =>
  (
    await rows(
      "select id from sandbox_stripe_object where object = 'v2.core.account' and data #>> '{metadata,sellerId}' = $1",
      [seller.id],
    )
  ).length;
const subjectsTo = async (to: string) =>
  (await rows('select subject from sandbox_mail where recipient = $1 order by id', [to])).map(({ subject }) => subject);
const notified = async () =>
  (
    await rows("select code from notification where user_id = $1 and kind = 'payout-account' order by created_at, id", [
      seller.id,
    ])
  ).map(({ code }) => code);

test('a seller sets up payouts on Stripe’s page: not finished, in review, active', async () => {
  expect(await accountOf(market, seller)).toEqual({
    state: 'none',
    country: null,
    requirements: [],
    pausedUntil: null,
    salesBlocked: false,
    canLink: true,
  });
  const { body } = await openLink(market, seller);
  await passTime(market);
  expect(await accountOf(market, seller)).toMatchObject({
    state: 'started',
    country: 'DE',
    requirements: [
      { sentence: 'Enter your personal details.', who: 'member' },
      { sentence: 'Add a bank account.', who: 'member' },
    ],
  });
  await fillIn(market, body.url, 'complete');
  expect(await accountOf(market, seller)).toMatchObject({
    state: 'in_review',
    requirements: [{ sentence: 'Stripe is checking your identity document.', who: 'stripe', dueAt: null }],
  });
  await passTime(market, minuteMs);
  expect(await accountOf(market, seller)).toMatchObject({ state: 'active', requirements: [], canLink: true });
  expect(await notified()).toEqual(['active']);
  expect(await subjectsTo(seller.email)).toContain('Payouts are set up');
});

test('a missing document restricts the account, says by when, and is reminded of; with it the account is active', async () => {
  await setUpPayouts(market, seller, 'document_missing');
  const due = new Date(market.clock.now().getTime() + 14 * dayMs);
  const shown = await accountOf(market, seller);
  expect(shown).toMatchObject({
    state: 'restricted',
    requirements: [
      { sentence: 'Upload a photo of an identity document.', problem: 'The document is missing.', who: 'member' },
    ],
  });
  expect(Math.abs(new Date(shown.requirements[0]?.dueAt ?? 0).getTime() - due.getTime())).toBeLessThan(minuteMs);
  expect(await notified()).toEqual(['restricted']);
  await passTime(market, 7 * dayMs);
  expect(await notified()).toEqual(['restricted', 'deadline']);
  seller = await signInAgain(market, seller);
  const { body } = await openLink(market, seller);
  await fillIn(market, body.url, 'complete');
  await passTime(market, minuteMs);
  expect((await accountOf(market, seller)).state).toBe('active');
  expect(await subjectsTo(seller.email)).toEqual(
    expect.arrayContaining([
      'Payouts paused',
      expect.stringMatching(/^Payouts: details due by /),
      'Payouts are set up',
    ]),
  );
});

test('a seller who does not finish is reminded once, after three days', async () => {
  await openLink(market, seller);
  await passTime(market, 3 * dayMs - hourMs);
  expect(await notified()).toEqual([]);
  await passTime(market, hourMs + minuteMs);
  expect(await notified()).toEqual(['unfinished']);
  await passTime(market, 10 * dayMs);
  expect(await notified()).toEqual(['unfinished']);
});

test('an active account is restricted later, active again, and closed; one that is rejected can’t be set up', async () => {
  const id = await activatePayouts(market, seller);
  await decideAtStripe(market, id, 'restricted');
  await passTime(market);
  expect((await accountOf(market, seller)).state).toBe('restricted');
  await decideAtStripe(market, id, 'verified');
  await passTime(market);
  expect((await accountOf(market, seller)).state).toBe('active');
  await decideAtStripe(market, id, 'closed');
  await passTime(market);
  expect(await accountOf(market, seller)).toMatchObject({ state: 'closed', canLink: false });
  expect(await openLink(market, seller)).toMatchObject({ status: 409, body: { code: 'account_closed' } });
  expect(await notified()).toEqual(['active', 'restricted', 'active', 'closed']);
  seller = await market.signUp();
  await setUpPayouts(market, seller, 'rejected');
  expect(await accountOf(market, seller)).toMatchObject({ state: 'rejected', canLink: false });
  expect(await openLink(market, seller)).toMatchObject({ status: 409, body: { code: 'account_rejected' } });
});

test('events that come twice and in another order change nothing more, and lost ones are caught up', async () => {
  await setFaults(market, { duplicateWebhooks: true, shuffleWebhooks: true });
  const id = await activatePayouts(market, seller);
  await decideAtStripe(market, id, 'restricted');
  await decideAtStripe(market, id, 'verified');
  await passTime(market);
  expect((await accountOf(market, seller)).state).toBe('active');
  await setFaults(market, { dropWebhooks: true });
  await decideAtStripe(market, id, 'restricted');
  await passTime(market);
  expect((await accountOf(market, seller)).state).toBe('active');
  await setFaults(market, null);
  await readPayoutAccounts(market.platform);
  await passTime(market);
  expect((await accountOf(market, seller)).state).toBe('restricted');
});

test('a reading that was started before the stored one changes nothing', async () => {
  const id = await activatePayouts(market, seller);
  const [before] = await market.platform.db.select().from(payoutAccount).where(eq(payoutAccount.sellerId, seller.id));
  if (!before) throw new Error('no account');
  const old = await readAccount(market.platform.payments, id);
  await decideAtStripe(market, id, 'restricted');
  await readPayoutAccount(market.platform, seller.id);
  await write(market.platform, (tx) =>
    followAccount(tx, { ...before, reading: before.reading }, old, market.clock.now()),
  );
  expect((await accountOf(market, seller)).state).toBe('restricted');
});

test('two presses make one account, also when the answer is lost after it was made', async () => {
  const answers = await Promise.all([openLink(market, seller), openLink(market, seller), openLink(market, seller)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await accountsAtStripe()).toBe(1);
  seller = await market.signUp();
  await setFaults(market, { loseAnswers: true, dropWebhooks: true });
  expect(await openLink(market, seller)).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } });
  await setFaults(market, null);
  expect([await accountsAtStripe(), await stripeAccountOf(market, seller)]).toEqual([1, '']);
  expect((await openLink(market, seller, {})).status).toBe(200);
  expect(await accountsAtStripe()).toBe(1);
  await passTime(market);
  expect((await accountOf(market, seller)).state).toBe('started');
});

test('an account whose answer was lost is found by its event', async () => {
  await setFaults(market, { loseAnswers: true });
  await openLink(market, seller);
  await setFaults(market, null);
  await passTime(market);
  expect(await stripeAccountOf(market, seller)).toMatch(/^acct_/);
  expect((await accountOf(market, seller)).requirements).toHaveLength(2);
});

test('a changed bank account stops transfers for 72 hours and is emailed to each address; the first one is not', async () => {
  const started = seller.email;
  await activatePayouts(market, seller);
  expect((await accountOf(market, seller)).pausedUntil).toBeNull();
  await rows("update auth_user set email = 'new@example.test' where id = $1", [seller.id]);
  // With nothing missing it is the seller's dashboard at Stripe.
  const { url } = (await openLink(market, seller)).body;
  await post(`${url}/bank`, 'accountNumber=FR7630006000011234567890189', 'application/x-www-form-urlencoded');
  await passTime(market);
  const { state, pausedUntil } = await accountOf(market, seller);
  const hours = (new Date(pausedUntil ?? 0).getTime() - market.clock.now().getTime()) / hourMs;
  expect([state, Math.round(hours)]).toEqual(['active', 72]);
  const subject = 'Bank account for payouts changed';
  expect(await subjectsTo(started)).toContain(subject);
  expect(await subjectsTo('new@example.test')).toContain(subject);
  await readPayoutAccount(market.platform, seller.id);
  await passTime(market, 72 * hourMs);
  seller = await signInAgain(market, { ...seller, email: 'new@example.test' });
  expect((await accountOf(market, seller)).pausedUntil).toBeNull();
  expect((await subjectsTo(started)).filter((each) => each === subject)).toHaveLength(1);
});

test('a country without payouts, none, and a session without a step-up are refused; links are limited', async () => {
  expect(await openLink(market, seller, {})).toMatchObject({
    status: 422,
    body: { errors: { country: 'Select your country.' } },
  });
  expect(await openLink(market, seller, { country: 'AU' })).toMatchObject({
    status: 422,
    body: { errors: { country: expect.stringContaining('Payouts aren’t available in Australia.') } },
  });
  expect(await accountsAtStripe()).toBe(0);
  expect((await openLink(market, seller)).status).toBe(200);
  expect(await openLink(market, seller, { country: 'FR' })).toMatchObject({
    status: 422,
    body: { errors: { country: 'Your account is in Germany. The country can’t be changed.' } },
  });
  for (let at = 4; at < 10; at++) expect((await openLink(market, seller)).status).toBe(200);
  expect(await openLink(market, seller)).toMatchObject({ status: 429 });
  const other = await market.signUp();
  await passTime(market, 11 * minuteMs);
  expect(await openLink(market, other)).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
});
