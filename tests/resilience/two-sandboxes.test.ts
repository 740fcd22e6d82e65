import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buyPlaced, pay, setFaults } from '#features/orders/testing.ts';
import { hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let a: TestMarket;
let b: TestMarket;
let seller: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  a = await startTestMarket();
  b = await startTestMarket({ beside: a });
  [seller, buyer] = [await a.signUp(), await a.signUp()];
  const isJoined = () => a.platform.pubsub.others().length === 1 && b.platform.pubsub.others().length === 1;
  await vi.waitUntil(isJoined, { timeout: 20_000, interval: 10 });
});
afterAll(async () => {
  await b?.close();
  await a?.close();
});

const listed = async () => {
  const body = {
    game: 'pokemon',
    name: 'Shared',
    condition: 'good',
    price: { amount: 900, currency: 'USD' },
    status: 'active',
  };
  return (await a.request('POST', '/api/listings', { as: seller, body })).body.id as string;
};

test('the sandbox of two processes has one clock: moved at one it has moved at the other when the call answers, and two moves at once both count', async () => {
  const offset = () => [a.clock.offsetMs(), b.clock.offsetMs()];
  const [before = 0] = offset();
  const move = (market: TestMarket, advanceSeconds: number) =>
    market.request('POST', '/sandbox/clock', { body: { advanceSeconds } });
  expect((await move(a, 60)).status).toBe(200);
  expect(offset()).toEqual([before + 60_000, before + 60_000]);
  await Promise.all([move(a, 30), move(b, 45)]);
  expect(offset()).toEqual([before + 135_000, before + 135_000]);
});

test('a timer of one process that the other runs is due there too', async () => {
  const id = await listed();
  expect((await b.request('POST', '/sandbox/clock', { body: { advanceSeconds: (49 * hourMs) / 1_000 } })).status).toBe(
    200,
  );
  expect([
    (await a.request('GET', `/api/listings/${id}`)).body.status,
    (await b.request('GET', `/api/listings/${id}`)).body.status,
  ]).toEqual(['expired', 'expired']);
});

test('a failure configured in the sandbox Stripe of one process applies to both', async () => {
  await setFaults(a, { down: true });
  expect((await b.request('GET', '/sandbox/stripe/faults')).body.down).toBe(true);
  await setFaults(b, null);
  expect((await a.request('GET', '/sandbox/stripe/faults')).body.down).toBe(false);
});

test('of two couriers one carries each webhook, and one process dead on the way costs none', async () => {
  for (let round = 0; round < 3; round++) {
    seller = await a.signUp();
    const { checkoutUrl } = await buyPlaced(a, buyer, await listed());
    await pay(checkoutUrl);
  }
  const settle = (market: TestMarket) => market.request('POST', '/sandbox/clock', { body: { advanceSeconds: 0 } });
  await settle(a);
  // All of them again, and both couriers at once.
  await a.platform.pool.query(
    "update sandbox_stripe_delivery set state = 'waiting', attempts = 0, next_at = to_timestamp(0)",
  );
  await Promise.all([settle(a), settle(b)]);
  const { rows } = await a.platform.pool.query(
    'select state, attempts, count(*)::int as n from sandbox_stripe_delivery group by 1, 2',
  );
  expect(rows).toEqual([{ state: 'delivered', attempts: 1, n: expect.any(Number) }]);

  const [left] = (await a.platform.pool.query('select event_id from sandbox_stripe_delivery limit 1')).rows;
  await a.platform.pool.query(
    "update sandbox_stripe_delivery set state = 'waiting', attempts = 0, next_at = to_timestamp(0), claimed_until = now() + interval '200 ms' where event_id = $1",
    [left.event_id],
  );
  await settle(b);
  const carried = await a.platform.pool.query(
    'select state, attempts from sandbox_stripe_delivery where event_id = $1',
    [left.event_id],
  );
  expect(carried.rows).toEqual([{ state: 'delivered', attempts: 1 }]);
});
