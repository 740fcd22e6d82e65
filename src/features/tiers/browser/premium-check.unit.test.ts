import { expect, test } from 'vitest';
import type { PremiumStatus } from '../contract.ts';
import {
  type CheckParts,
  type CounterCheck,
  checkPolicy,
  createPremiumCheck,
  isTierStale,
  mayAgain,
  pauseBefore,
  withoutAnswer,
} from './premium-check.ts';

const premium: PremiumStatus = {
  isPremium: true,
  tier: 'premium',
  status: 'active',
  source: 'firestore',
  lastChecked: '2026-11-20T12:00:00.000Z',
  subscription: null,
};
const minute = 60_000;

/** A browser whose clock only moves by waiting. `answers` are used up; then all succeed. */
function browser(answers: (number | 'lost')[] = [], extra: Partial<CheckParts> = {}) {
  const state = { nowMs: Date.UTC(2026, 10, 20), asked: 0, waits: [] as number[], timeouts: [] as number[] };
  const check = createPremiumCheck({
    ask: async () => {
      state.asked++;
      const answer = answers.shift() ?? 200;
      if (answer === 'lost') throw new TypeError('network');
      return { status: answer, body: premium };
    },
    renew: async () => false,
    wait: async (ms) => {
      state.waits.push(ms);
      state.nowMs += ms;
    },
    nowMs: () => state.nowMs,
    timeout: (ms) => {
      state.timeouts.push(ms);
      return new AbortController().signal;
    },
    read: () => null,
    store: () => {},
    ...extra,
  });
  return { state, check };
}

test('[LI-01] the numbers of the policy', () => {
  expect(checkPolicy).toEqual({
    everyMs: 5 * minute,
    tries: 3,
    timeoutMs: 10_000,
    backoffMs: 1_000,
    backoffCapMs: 5_000,
    tierStaleMs: 5 * minute,
    statusCacheMs: 2 * minute,
    refreshThrottleMs: 5_000,
  });
  expect([1, 2, 3, 4, 5, 6].map(pauseBefore)).toEqual([0, 1_000, 2_000, 4_000, 5_000, 5_000]);
  expect([isTierStale(null, 9), isTierStale(0, 5 * minute - 1), isTierStale(0, 5 * minute)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([mayAgain(null, 0, 10), mayAgain(0, 9, 10), mayAgain(0, 10, 10)]).toEqual([true, false, true]);
});

test('[LI-01] an hour of asking every ten seconds makes a check every five minutes', async () => {
  const { state, check } = browser();
  for (let i = 0; i < 360; i++) {
    expect((await check.status('m')).isPremium).toBe(true);
    state.nowMs += 10_000;
  }
  expect(state.asked).toBe(12);
  expect(new Set(state.timeouts)).toEqual(new Set([10_000]));
});

test('[LI-01] a reloaded page sends no request sooner than the one before would have', async () => {
  let stored: CounterCheck | null = null;
  const storage = {
    read: () => structuredClone(stored),
    store: (check: CounterCheck) => {
      stored = structuredClone(check);
    },
  };
  const first = browser([], storage);
  expect((await first.check.status('m')).source).toBe('firestore');
  const second = browser([], storage);
  second.state.nowMs = first.state.nowMs + 5 * minute - 1;
  expect([(await second.check.status('m')).source, second.state.asked]).toEqual(['cache', 0]);
  second.state.nowMs += 1;
  expect([(await second.check.status('m')).source, second.state.asked]).toEqual(['firestore', 1]);
  // Another member's answer counts for nothing, nor one from a time that is still to come.
  const third = browser([], storage);
  expect([(await third.check.status('other')).source, third.state.asked]).toEqual(['firestore', 1]);
  const fourth = browser([], storage);
  fourth.state.nowMs = third.state.nowMs - minute;
  expect([(await fourth.check.status('other')).source, fourth.state.asked]).toEqual(['firestore', 1]);
});

test('[LI-01] within two minutes the answer is the cached one and says so', async () => {
  const { state, check } = browser();
  expect((await check.status('m')).source).toBe('firestore');
  state.nowMs += 2 * minute - 1;
  expect((await check.status('m')).source).toBe('cache');
});

test('[LI-01] within two minutes the cached answer is returned at once, also while a new check is under way', async () => {
  const { state, check } = browser();
  await check.status('m');
  state.nowMs += 2 * minute - 1;
  const fresh = check.refresh('m');
  expect((await check.status('m')).source).toBe('cache');
  expect((await fresh).source).toBe('firestore');
});

test('[LI-01] [AP-01] three tries with pauses of one and two seconds, then free', async () => {
  const { state, check } = browser(['lost', 500, 'lost']);
  expect(await check.status('m')).toMatchObject({ isPremium: false, tier: 'free', status: 'error', source: 'error' });
  expect([state.asked, state.waits]).toEqual([3, [1_000, 2_000]]);
});

test('[ER-08] what was known before serves while the server does not answer', async () => {
  const { state, check } = browser([200, 'lost', 'lost', 'lost']);
  await check.status('m');
  state.nowMs += 6 * minute;
  expect(await check.status('m')).toMatchObject({ isPremium: true, source: 'cache' });
  expect(state.asked).toBe(4);
});

test('[ER-08] without a user: free, none, error, and no request is sent', async () => {
  const { state, check } = browser();
  expect(await check.status(null)).toMatchObject({
    isPremium: false,
    tier: 'free',
    status: 'none',
    source: 'error',
    subscription: null,
  });
  expect(state.asked).toBe(0);
  expect(withoutAnswer(premium, false, 0).isPremium).toBe(false);
});

test('[AP-01] a 401 renews the token once for each try, and ends where there is none', async () => {
  let renewed = 0;
  const renewing = browser([401], {
    renew: async () => {
      renewed++;
      return true;
    },
  });
  expect((await renewing.check.status('m')).isPremium).toBe(true);
  expect([renewed, renewing.state.asked]).toEqual([1, 2]);
  const signedOut = browser([401, 401, 401]);
  expect((await signedOut.check.status('m')).status).toBe('error');
  expect(signedOut.state.asked).toBe(1);
});

test('[LI-01] a refresh by a person makes a new check at most every five seconds; concurrent callers share one', async () => {
  const { state, check } = browser();
  const shared = await Promise.all([check.refresh('m'), check.refresh('m'), check.status('m')]);
  expect(state.asked).toBe(1);
  expect(shared).toEqual([premium, premium, premium]);
  state.nowMs += 4_999;
  await check.refresh('m');
  expect(state.asked).toBe(1);
  state.nowMs += 1;
  expect((await check.refresh('m')).source).toBe('firestore');
  expect(state.asked).toBe(2);
});

test('another member who signs in gets nothing of the stored answer', async () => {
  const { check } = browser([200, 'lost', 'lost', 'lost']);
  await check.status('one');
  expect((await check.status('two')).isPremium).toBe(false);
});
