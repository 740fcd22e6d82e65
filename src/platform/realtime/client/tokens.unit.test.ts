import { describe, expect, test } from 'vitest';
import { createTokens } from './tokens.ts';

const minute = 60_000;

/** A clock that the test moves, and a server with scripted answers. */
function browser(answers: ({ token: string } | number | 'network')[]) {
  let now = 0;
  let timer: { at: number; work: () => void } | null = null;
  const tries: number[] = [];
  const renewed: string[] = [];
  let resets = 0;
  let signedOut = 0;
  const tokens = createTokens({
    fetchToken: async () => {
      tries.push(now);
      const answer = answers.shift() ?? { token: `t${tries.length}` };
      if (answer === 'network') throw new TypeError('Failed to fetch');
      return answer;
    },
    onRenewed: (token) => renewed.push(token),
    onReset: () => resets++,
    onSignedOut: () => signedOut++,
    now: () => now,
    random: () => 0,
    setTimer: (work, ms) => {
      const mine = { at: now + ms, work };
      timer = mine;
      return () => {
        if (timer === mine) timer = null;
      };
    },
  });
  return {
    tokens,
    tries,
    renewed,
    resets: () => resets,
    signedOut: () => signedOut,
    async pass(ms: number): Promise<void> {
      const end = now + ms;
      while (timer && timer.at <= end) {
        const { at, work } = timer;
        now = at;
        timer = null;
        work();
        await new Promise((resolve) => setImmediate(resolve));
      }
      now = end;
    },
  };
}

describe('tokens for a channel on another host', () => {
  test('[LI-03] one is fetched, shared by all callers, and renewed every 45 minutes', async () => {
    const { tokens, tries, renewed, pass } = browser([]);
    tokens.become('ana');
    expect(await Promise.all([tokens.get(), tokens.get()])).toEqual(['t1', 't1']);
    await pass(100 * minute);
    expect(tries.map((at) => at / minute)).toEqual([0, 45, 90]);
    expect(renewed).toEqual(['t2', 't3']);
    expect(await tokens.get()).toBe('t3');
  });

  test('a visitor needs none, and a member never gets the token of the previous one', async () => {
    const { tokens, tries, pass } = browser([]);
    expect(await tokens.get()).toBeNull();
    tokens.become('ana');
    await tokens.get();
    tokens.become(null);
    await pass(120 * minute);
    expect(await tokens.get()).toBeNull();
    expect(tries).toHaveLength(1);
    tokens.become('bob');
    expect(await tokens.get()).toBe('t2');
  });

  test('[ER-09] three tries, then pauses of 30 seconds doubling, until one succeeds', async () => {
    const { tokens, tries, renewed, pass } = browser(['network', 503, 502, 500]);
    tokens.become('ana');
    expect(await tokens.get()).toBeNull();
    expect(tries).toHaveLength(3);
    expect(await tokens.get()).toBeNull();
    expect(tries).toHaveLength(3);
    await pass(10 * minute);
    expect(tries.slice(3)).toEqual([30_000, 90_000]);
    expect(renewed).toEqual(['t5']);
  });

  test('[ER-09] an answer without a token resets the session', async () => {
    const { tokens, resets, pass } = browser([400]);
    tokens.become('ana');
    expect(await tokens.get()).toBeNull();
    await pass(1_000);
    expect(resets()).toBe(1);
  });

  test('[LI-03] a refused token is replaced, half a minute after the last one at the earliest', async () => {
    const { tokens, tries, pass } = browser([]);
    tokens.become('ana');
    await tokens.get();
    tokens.forget('token');
    expect(await tokens.get()).toBeNull();
    await pass(30_000);
    expect(await tokens.get()).toBe('t2');
    expect(tries).toEqual([0, 30_000]);
  });

  test('[LI-03] a renewed session gets its token at once, and a late answer to the previous one is dropped', async () => {
    const { tokens, tries, signedOut } = browser([{ token: 'of the old one' }]);
    tokens.become('ana');
    const old = tokens.get();
    tokens.forget('session');
    expect(await Promise.all([old, tokens.get(), tokens.get()])).toEqual([null, 't2', 't2']);
    expect(await tokens.get()).toBe('t2');
    expect([tries.length, signedOut()]).toEqual([2, 0]);
  });

  test('[ER-09] an answer "signed out" notifies the page without a reset', async () => {
    const { tokens, resets, signedOut, pass } = browser([401]);
    tokens.become('ana');
    expect(await tokens.get()).toBeNull();
    expect(signedOut()).toBe(1);
    await pass(minute);
    expect(resets()).toBe(0);
  });

  test('[LI-03] an exceeded quota pauses for an hour', async () => {
    const { tokens, tries, pass } = browser([429]);
    tokens.become('ana');
    await tokens.get();
    await pass(59 * minute);
    expect(tries).toHaveLength(1);
    await pass(2 * minute);
    expect(tries).toHaveLength(2);
  });
});
