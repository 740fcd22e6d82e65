import { expect, test } from 'vitest';
import { profileProblems } from '#features/members/words.ts';
import type { OwnProfile } from '../contract.ts';
import {
  type CachedProfile,
  checkProfile,
  noteOf,
  profilePolicy,
  type RefreshParts,
  readProfile,
} from './profile-cache.ts';

const minute = 60_000;
const profile = (version: number) => ({ id: 'm1', version }) as OwnProfile;

/**
 * A browser whose clock advances only by waiting. `answers` are used first, then the server's; `lost` is a network
 * failure.
 */
function browser(answers: ('lost' | 'refused')[] = [], { isOnline = true } = {}) {
  const state = {
    nowMs: Date.UTC(2026, 10, 20),
    requests: 0,
    waits: [] as number[],
    cached: null as CachedProfile | null,
    isOnline,
  };
  const parts: RefreshParts = {
    fetchProfile: async () => {
      state.requests++;
      const answer = answers.shift();
      if (answer === 'lost') throw new TypeError('Failed to fetch');
      if (answer === 'refused') throw new Error('401');
      return profile(state.requests);
    },
    cached: () => state.cached,
    noted: () => state.cached && { readMs: state.cached.readMs, profile: state.cached.profile },
    store: (cached) => {
      state.cached = cached;
    },
    isOnline: () => state.isOnline,
    nowMs: () => state.nowMs,
    wait: async (ms) => {
      state.waits.push(ms);
      state.nowMs += ms;
    },
  };
  return { state, parts, answers };
}

test('[LI-05] the numbers of the policy', () => {
  expect(profilePolicy).toEqual({ cacheMs: 2 * minute, recheckMs: minute, retryMs: 2_000 });
});

test('[LI-05] an hour of checks every minute sends a request every two minutes, and none before the two minutes are over', async () => {
  const { state, parts } = browser();
  await checkProfile(parts);
  state.nowMs += 2 * minute - 1;
  expect(await checkProfile(parts)).toMatchObject({ profile: { version: 1 } });
  expect(state.requests).toBe(1);
  state.nowMs += 1;
  expect(await checkProfile(parts)).toMatchObject({ isCached: false, profile: { version: 2 } });
  for (let at = 0; at < 60; at++) {
    state.nowMs += profilePolicy.recheckMs;
    await checkProfile(parts);
  }
  expect(state.requests).toBe(2 + 30);
  expect(state.cached).toMatchObject({ readMs: state.nowMs, profile: { version: 32 } });
});

test('[LI-05] a network error is tried once more, after two seconds', async () => {
  const once = browser(['lost']);
  expect(await readProfile(once.parts)).toMatchObject({ isCached: false, profile: { version: 2 } });
  expect([once.state.requests, once.state.waits]).toEqual([2, [2_000]]);
  const twice = browser(['lost', 'lost']);
  expect(await readProfile(twice.parts)).toEqual({ problem: 'network' });
  expect([twice.state.requests, twice.state.waits]).toEqual([2, [2_000]]);
});

test('[ER-07] without network the cached profile is used, however old, with its time', async () => {
  const { state, parts, answers } = browser();
  await readProfile(parts);
  const readMs = state.nowMs;
  state.nowMs += 7 * 24 * 60 * minute;
  answers.push('lost', 'lost');
  expect(await readProfile(parts)).toEqual({ isCached: true, readMs, profile: profile(1) });
  expect(state.cached).toEqual({ readMs, profile: profile(1) });
});

test('[ER-07] offline there is no request and no wait: the cached profile, or the sentence', async () => {
  const { state, parts } = browser([], { isOnline: false });
  expect(await readProfile(parts)).toEqual({ problem: 'offline' });
  expect([state.requests, state.waits]).toEqual([0, []]);
  state.cached = { readMs: 5, profile: profile(9) };
  expect(await readProfile(parts)).toEqual({ isCached: true, readMs: 5, profile: profile(9) });
});

test('[ER-07] a browser that goes offline while it waits says that it is offline', async () => {
  const { state, parts } = browser(['lost']);
  const wait = parts.wait;
  parts.wait = async (ms) => {
    await wait(ms);
    state.isOnline = false;
  };
  expect(await readProfile(parts)).toEqual({ problem: 'offline' });
  expect(state.requests).toBe(1);
});

test('[ER-07] the exact sentences', () => {
  expect(profileProblems).toEqual({
    offline: 'You are currently offline and no cached data is available',
    network: 'Unable to load profile due to network issues',
  });
});

test('a refusal of the server is passed on at once, and the cached profile stays', async () => {
  const { state, parts, answers } = browser();
  await readProfile(parts);
  answers.push('refused');
  await expect(readProfile(parts)).rejects.toThrow('401');
  expect([state.requests, state.waits, state.cached?.profile.version]).toEqual([2, [], 1]);
});

test('the browser’s store has the fields that the layout shows, and no private ones', () => {
  const shown = {
    id: 'm1',
    username: 'ann',
    avatarUrl: null,
    tier: 'free',
    role: 'member',
    needsProfileCompletion: false,
  } as const;
  const whole = { ...shown, email: 'ann@example.test', contact: '+33 1', location: 'Lyon', bio: 'b' } as OwnProfile;
  expect(noteOf({ readMs: 7, profile: whole })).toEqual({ readMs: 7, profile: shown });
});
