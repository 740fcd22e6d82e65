import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberEmailChanged } from '#features/members/index.server.ts';
import { hourMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { openCheckout, setFaults, subscriber } from '../testing.ts';
import { followEmail } from './follow-email.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

/** As the `members` feature does it: the address and its event in one transaction. */
const move = (member: TestMember, email: string) =>
  write(market.platform, async (tx) => {
    await tx.db.execute(`update auth_user set email = '${email}' where id = '${member.id}'`);
    tx.append(memberEmailChanged, { subject: member.id, version: Date.now(), topics: [] });
  });

async function emailAtStripe(member: TestMember): Promise<string | null> {
  const { rows } = await market.platform.pool.query(
    'select stripe_customer_id as id from subscription where user_id = $1',
    [member.id],
  );
  const customer = await market.platform.payments.stripe.customers.retrieve(rows[0].id);
  return customer.deleted ? null : customer.email;
}

test("[AP-02] Stripe's customer follows the member's e-mail, also when Stripe was away meanwhile", async () => {
  const member = await subscriber(market, 'Follows_1');
  expect(await emailAtStripe(member)).toBe(member.email);
  await move(member, 'follows.moved@example.test');
  await market.runJobs();
  expect(await emailAtStripe(member)).toBe('follows.moved@example.test');
  await setFaults(market, { down: true });
  await move(member, 'follows.again@example.test');
  await market.runJobs();
  await setFaults(market, null);
  expect(await emailAtStripe(member)).toBe('follows.moved@example.test');
  await market.advance(hourMs);
  expect(await emailAtStripe(member)).toBe('follows.again@example.test');
});

test('[AP-02] the older of two changes, sent to Stripe after the newer one, does not stay there', async () => {
  const member = await subscriber(market, 'Follows_2');
  const stripe = market.platform.payments.stripe;
  const setEmail = (email: string) =>
    market.platform.pool.query('update auth_user set email = $2 where id = $1', [member.id, email]);
  await setEmail('older@example.test');
  const newer = async () => {
    await setEmail('newer@example.test');
    await followEmail(market.platform, member.id);
  };
  // Stripe receives the older address only after another call has sent the newer one.
  let isFirst = true;
  const update: typeof stripe.customers.update = async (...call) => {
    if (isFirst) {
      isFirst = false;
      await newer();
    }
    return stripe.customers.update(...call);
  };
  const slow = {
    ...market.platform,
    payments: { ...market.platform.payments, stripe: { customers: { update } } as unknown as typeof stripe },
  };
  await followEmail(slow, member.id);
  expect([isFirst, await emailAtStripe(member)]).toEqual([false, 'newer@example.test']);
});

test('[AP-02] a member without a customer at Stripe needs nothing', async () => {
  const free = await market.signUp('Follows_3');
  await setFaults(market, { down: true });
  await move(free, 'free.moved@example.test');
  await market.runJobs();
  await setFaults(market, null);
  const { rows } = await market.platform.pool.query(
    "select 1 from graphile_worker.jobs where task_identifier = 'tiers.follow-email'",
  );
  expect(rows).toEqual([]);
});

test('[AP-02] an address that changes while the customer is made is followed too', async () => {
  const member = await market.signUp('Follows_4');
  await setFaults(market, { slowMs: 300 });
  const opening = openCheckout(market, member);
  await expect
    .poll(
      async () =>
        (
          await market.platform.pool.query(
            "select 1 from sandbox_stripe_object where object = 'customer' and data #>> '{metadata,userId}' = $1",
            [member.id],
          )
        ).rowCount,
    )
    .toBe(1);
  await market.platform.pool.query("update auth_user set email = 'follows.while@example.test' where id = $1", [
    member.id,
  ]);
  expect((await opening).status).toBe(200);
  await setFaults(market, null);
  await market.runJobs();
  expect(await emailAtStripe(member)).toBe('follows.while@example.test');
});
