import Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { LimitAnswer } from '#platform/limits/limits.ts';
import { systemClock } from '../../clock/clock.ts';
import { createPayments } from '../stripe.ts';
import { callTurns, inTurn } from './call-turns.ts';
import { paymentsLimits } from './payments.limits.ts';

/** A counter whose window ends when `wait` is called. */
function market() {
  let [count, waits] = [0, 0];
  const answer = (): LimitAnswer => ({
    allowed: ++count <= paymentsLimits.stripeCalls.points,
    count,
    retryAfterSeconds: 1,
  });
  const wait = async (ms: number) => {
    expect(ms).toBe(1_000);
    [count, waits] = [0, waits + 1];
  };
  return { take: async () => answer(), wait, waits: () => waits };
}

test('sixty calls one after another take turns: 25 a second, each made once', async () => {
  const { take, wait, waits } = market();
  const made: string[] = [];
  const inner = Stripe.createNodeHttpClient();
  inner.makeRequest = async (_host, _port, path) => {
    made.push(path);
    return {} as Awaited<ReturnType<typeof inner.makeRequest>>;
  };
  const client = inTurn(inner, callTurns({ take }, wait));
  const paths = Array.from({ length: 60 }, (_, n) => `/v1/refunds/${n}`);
  for (const path of paths) await client.makeRequest('api.stripe.com', '443', path, 'GET', {}, '', 'https', 5_000);
  expect(made).toEqual(paths);
  expect(waits()).toBe(2);
});

test('a call that gets no turn for twenty seconds fails, and is not made', async () => {
  const turn = callTurns({ take: async () => ({ allowed: false, count: 99, retryAfterSeconds: 1 }) }, async () => {});
  const inner = Stripe.createNodeHttpClient();
  inner.makeRequest = () => expect.unreachable('Stripe was called');
  const request = inTurn(inner, turn).makeRequest('api.stripe.com', '443', '/v1/refunds', 'GET', {}, '', 'https', 1);
  await expect(request).rejects.toThrow('waited for 20 seconds');
});

test('every call of the payments waits for its turn', async () => {
  const settings = { secretKey: 'sk_test', webhookSecret: 'whsec', apiBase: null };
  const { stripe } = createPayments(settings, systemClock, () => Promise.reject(new Error('there is no turn')));
  await expect(stripe.balance.retrieve()).rejects.toMatchObject({ detail: { message: 'there is no turn' } });
});
