import { describe, expect, test } from 'vitest';
import {
  afterTokenTry,
  countersDueAt,
  mayReadCounters,
  noTokens,
  type TokenResult,
  type TokenState,
  tokenDueAt,
} from './policy-refresh.ts';
import { policy } from './policy-times.ts';

const minute = 60_000;

/** Simulates refreshes of one user over some hours; returns the time and result of each try. */
function play(hours: number, results: (n: number) => TokenResult): { at: number; result: TokenResult }[] {
  let state: TokenState = noTokens;
  let now = 0;
  let tried = 1;
  const tries: { at: number; result: TokenResult }[] = [];
  while (now < hours * 60 * minute && tries.length < 500) {
    const result = results(tries.length);
    tries.push({ at: now, result });
    const { state: after, step } = afterTokenTry(state, 'ana', result, tried, now, () => 0.5);
    state = after;
    tried = step.kind === 'again' ? tried + 1 : 1;
    now =
      step.kind === 'again'
        ? now + policy.token.timeoutMs
        : Math.max(step.at, step.kind === 'reset' ? 0 : tokenDueAt(state, 'ana'));
    if (step.kind === 'reset') break;
  }
  return tries;
}

describe('token refresh', () => {
  test('[LI-03] every 45 minutes while all is well', () => {
    expect(play(4, () => 'ok').map(({ at }) => at / minute)).toEqual([0, 45, 90, 135, 180, 225]);
  });

  test('[LI-03] a user waits at least 30 minutes and up to 10 more, everyone 30 seconds', () => {
    for (const [random, gap] of [
      [0, 30],
      [0.999, 40],
    ] as const) {
      const { state } = afterTokenTry(noTokens, 'ana', 'ok', 1, 0, () => random);
      expect(tokenDueAt(state, 'ana') / minute).toBeCloseTo(gap, 1);
      expect(tokenDueAt(state, 'bob')).toBe(30_000);
    }
  });

  test('[LI-03] an exceeded quota pauses for an hour, for everyone', () => {
    const { state, step } = afterTokenTry(noTokens, 'ana', 429, 1, 1_000, () => 0);
    expect(step).toEqual({ kind: 'wait', at: 1_000 + 60 * minute });
    expect(tokenDueAt(state, 'bob')).toBe(1_000 + 60 * minute);
  });

  test('[LI-03] three tries of ten seconds', () => {
    expect(policy.token).toMatchObject({ tries: 3, timeoutMs: 10_000 });
    const tries = play(1, (n) => (n < 2 ? 'network' : 'ok'));
    expect(tries.slice(0, 4).map(({ at, result }) => [at, result])).toEqual([
      [0, 'network'],
      [10_000, 'network'],
      [20_000, 'ok'],
      [20_000 + 45 * minute, 'ok'],
    ]);
  });

  test('[ER-09] after server errors the pause is 30 seconds, doubling to five minutes', () => {
    const tries = play(1, () => 503);
    const pauses = tries.slice(1).map(({ at }, i) => (at - (tries[i]?.at ?? 0)) / 1_000);
    const waits = pauses.filter((s) => s > 10);
    expect(waits.slice(0, 6)).toEqual([30, 60, 120, 240, 300, 300]);
    // More than three errors within a minute: it gives up before the third try.
    expect(tries.filter(({ at }) => at >= 30_000 && at < 80_000)).toHaveLength(1);
  });

  test('[ER-09] a fourth error within a minute causes a pause; older errors do not count', () => {
    const stepAfter = (errors: number[], now: number) =>
      afterTokenTry({ ...noTokens, errors }, 'ana', 'network', 1, now, () => 0).step.kind;
    expect(stepAfter([0, 1_000], 2_000)).toBe('again');
    expect(stepAfter([0, 1_000, 2_000], 3_000)).toBe('wait');
    expect(stepAfter([0, 1_000, 2_000], 59_999)).toBe('wait');
    expect(stepAfter([0, 1_000, 2_000], 60_000)).toBe('again');
  });

  test('[ER-09] a refusal resets the session after 0.1 to 1 s; signed out only waits', () => {
    for (const status of [200, 400, 403, 404]) {
      for (const random of [0, 0.999]) {
        const { step } = afterTokenTry(noTokens, 'ana', status, 1, 0, () => random);
        expect(step.kind).toBe('reset');
        expect(step.kind === 'reset' && step.at).toBeGreaterThanOrEqual(100);
        expect(step.kind === 'reset' && step.at).toBeLessThanOrEqual(1_000);
      }
    }
    expect(afterTokenTry(noTokens, 'ana', 401, 1, 0, () => 0).step.kind).toBe('wait');
  });
});

describe('counters', () => {
  test('[LI-06] first after two seconds, then every five minutes while the tab is visible, at most once a minute', () => {
    expect(countersDueAt({ startedAt: 0, readAt: null, visible: true })).toBe(2_000);
    expect(countersDueAt({ startedAt: 0, readAt: 2_000, visible: true })).toBe(2_000 + 5 * minute);
    expect(countersDueAt({ startedAt: 0, readAt: 2_000, visible: false })).toBeNull();
    expect(mayReadCounters({ startedAt: 0, readAt: null, visible: true }, 0)).toBe(true);
    expect(mayReadCounters({ startedAt: 0, readAt: 1_000, visible: true }, 60_999)).toBe(false);
    expect(mayReadCounters({ startedAt: 0, readAt: 1_000, visible: true }, 61_000)).toBe(true);
  });
});
