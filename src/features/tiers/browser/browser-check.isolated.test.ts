import { afterEach, expect, test, vi } from 'vitest';
import { browserCheck } from './browser-check.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page with the tokens that it can get, and a server that takes the last of them alone. */
function page(tokens: (string | null)[], good: string) {
  const requests: (string | null)[] = [];
  const refused: boolean[] = [];
  let held = tokens.shift() ?? null;
  vi.stubGlobal('fetch', async (_path: string, { headers, cache }: RequestInit) => {
    const bearer = new Headers(headers).get('authorization');
    requests.push(bearer);
    expect(cache).toBe('no-store');
    return bearer === `Bearer ${good}`
      ? Response.json({ isPremium: true, source: 'firestore' })
      : new Response('{}', { status: 401 });
  });
  // The retry pauses are tested with the policy.
  vi.stubGlobal('setTimeout', (work: () => void) => queueMicrotask(work));
  const check = browserCheck(async (isRefused = false) => {
    if (isRefused) {
      refused.push(isRefused);
      held = tokens.shift() ?? null;
    }
    return held;
  });
  return { check, asked: requests, refused };
}

test('[AP-01] the browser sends a bearer token, and after a 401 the one that replaced it', async () => {
  const { check, asked: requests, refused } = page(['old', 'new'], 'new');
  expect((await check.status('m')).isPremium).toBe(true);
  expect([requests, refused.length]).toEqual([['Bearer old', 'Bearer new'], 1]);
});

test('[AP-01] a 401 without another token is not retried, and is the free tier', async () => {
  const { check, asked: requests } = page(['old'], 'new');
  expect(await check.status('m')).toMatchObject({ isPremium: false, tier: 'free', status: 'error' });
  expect(requests).toEqual(['Bearer old']);
});

test('[AP-01] without a token there is no request, not by cookie either', async () => {
  const { check, asked: requests } = page([], 'new');
  expect(await check.status('m')).toMatchObject({ isPremium: false, tier: 'free', status: 'error' });
  expect(requests).toEqual([]);
});
