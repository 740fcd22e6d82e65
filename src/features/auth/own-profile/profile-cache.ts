import type { profileProblems } from '#features/members/words.ts';
import type { OwnProfile } from '../contract.ts';

/** How long a browser trusts the own profile that it keeps, and how patiently it reads it (LI-05). */
export const profilePolicy = {
  /** A profile that was read less long ago is not asked for again. */
  cacheMs: 2 * 60_000,
  /** So often the browser looks whether what it keeps is still fresh. */
  recheckMs: 60_000,
  /** The pause before the one further try after a network error. */
  retryMs: 2_000,
} as const;

export interface CachedProfile {
  readMs: number;
  profile: OwnProfile;
}

/** What the frame shows of a member. */
export type ShownProfile = Pick<
  OwnProfile,
  'id' | 'username' | 'avatarUrl' | 'tier' | 'role' | 'needsProfileCompletion'
>;
/** When the profile was read, and no more of it than that. */
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

/** `isKept`: the server could not be asked, and this is what was known before. */
export type ProfileAnswer = (CachedProfile & { isKept: boolean }) | { problem: keyof typeof profileProblems };

function isFresh(noted: NotedProfile | null, nowMs: number): noted is NotedProfile {
  return noted !== null && nowMs - noted.readMs < profilePolicy.cacheMs;
}

/** However old it is: an old profile that says so is better than none. */
function withoutNetwork(kept: CachedProfile | null, isOnline: boolean): ProfileAnswer {
  return kept ? { ...kept, isKept: true } : { problem: isOnline ? 'network' : 'offline' };
}

export interface RefreshParts {
  /**
   * Throws a `TypeError` where the network fails, as `fetch` does. Whatever else it throws is the server's word and is
   * passed on.
   */
  ask(): Promise<OwnProfile>;
  kept(): CachedProfile | null;
  noted(): NotedProfile | null;
  keep(kept: CachedProfile): void;
  isOnline(): boolean;
  nowMs(): number;
  wait(ms: number): Promise<void>;
}

/** For a page that shows the profile: asks now; where the network fails, once more, then what is kept must do. */
export async function readProfile(parts: RefreshParts): Promise<ProfileAnswer> {
  for (let isLast = false; ; isLast = true) {
    if (!parts.isOnline()) return withoutNetwork(parts.kept(), false);
    try {
      const read = { readMs: parts.nowMs(), profile: await parts.ask() };
      parts.keep(read);
      return { ...read, isKept: false };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      if (isLast) return withoutNetwork(parts.kept(), parts.isOnline());
      await parts.wait(profilePolicy.retryMs);
    }
  }
}

/** For the frame, which looks every minute: asks only when what was read is no longer fresh. */
export async function checkProfile(parts: RefreshParts): Promise<ProfileAnswer | NotedProfile> {
  const noted = parts.noted();
  return isFresh(noted, parts.nowMs()) ? noted : readProfile(parts);
}
