import type { profileProblems } from '#features/members/words.ts';
import type { OwnProfile } from '../contract.ts';

/** Cache and retry policy of the own profile in the browser (LI-05). */
export const profilePolicy = {
  /** A younger profile is not requested again. */
  cacheMs: 2 * 60_000,
  /** Interval of the browser's freshness checks. */
  recheckMs: 60_000,
  /** The pause before the one retry after a network error. */
  retryMs: 2_000,
} as const;

export interface CachedProfile {
  readMs: number;
  profile: OwnProfile;
}

/** The member's data in the layout. */
export type ShownProfile = Pick<
  OwnProfile,
  'id' | 'username' | 'avatarUrl' | 'tier' | 'role' | 'needsProfileCompletion'
>;
/** When the profile was read, with the layout's fields only. */
export interface NotedProfile {
  readMs: number;
  profile: ShownProfile;
}

export function noteOf({
  readMs,
  profile: { id, username, avatarUrl, tier, role, needsProfileCompletion },
}: CachedProfile): NotedProfile {
  return { readMs, profile: { id, username, avatarUrl, tier, role, needsProfileCompletion } };
}

/** `isCached`: the server was unreachable, and this is the cached value. */
export type ProfileAnswer = (CachedProfile & { isCached: boolean }) | { problem: keyof typeof profileProblems };

function isFresh(noted: NotedProfile | null, nowMs: number): noted is NotedProfile {
  return noted !== null && nowMs - noted.readMs < profilePolicy.cacheMs;
}

/** Of any age: an old profile with its time is better than none. */
function withoutNetwork(cached: CachedProfile | null, isOnline: boolean): ProfileAnswer {
  return cached ? { ...cached, isCached: true } : { problem: isOnline ? 'network' : 'offline' };
}

export interface RefreshParts {
  /**
   * Throws a `TypeError` on a network failure, as `fetch` does. Any other error is the server's answer and is passed
   * on.
   */
  fetchProfile(): Promise<OwnProfile>;
  cached(): CachedProfile | null;
  noted(): NotedProfile | null;
  store(cached: CachedProfile): void;
  isOnline(): boolean;
  nowMs(): number;
  wait(ms: number): Promise<void>;
}

/** For a page that shows the profile: fetches now, retries once on a network failure, then uses the cached value. */
export async function readProfile(parts: RefreshParts): Promise<ProfileAnswer> {
  for (let isLast = false; ; isLast = true) {
    if (!parts.isOnline()) return withoutNetwork(parts.cached(), false);
    try {
      const read = { readMs: parts.nowMs(), profile: await parts.fetchProfile() };
      parts.store(read);
      return { ...read, isCached: false };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (isLast) return withoutNetwork(parts.cached(), parts.isOnline());
      await parts.wait(profilePolicy.retryMs);
    }
  }
}

/** For the layout, which checks every minute: fetches only when the cached value is stale. */
export async function checkProfile(parts: RefreshParts): Promise<ProfileAnswer | NotedProfile> {
  const noted = parts.noted();
  return isFresh(noted, parts.nowMs()) ? noted : readProfile(parts);
}
