import type { OwnProfile } from '../contract.ts';
import { type CachedProfile, type NotedProfile, noteOf, type RefreshParts } from './profile-cache.ts';

/** Under `cache:`, which a connection reset clears too; in session storage, which ends with the tab and at sign-out. */
const key = 'cache:own-profile';

/**
 * The profile itself, with the address and all private fields, is in the page's memory alone: session storage has a
 * note of it with the fields that the layout shows. It is valid while its note exists.
 */
let whole: CachedProfile | null = null;

export async function fetchOwnProfile(): Promise<OwnProfile> {
  const answer = await fetch('/api/profile');
  if (!answer.ok) throw new Error(`the own profile is refused: ${answer.status}`);
  return (await answer.json()) as OwnProfile;
}

/** The browser's dependencies for reading the own profile. */
export function browserParts(fetchProfile: () => Promise<OwnProfile>): RefreshParts {
  return {
    fetchProfile,
    cached: () => (whole?.readMs === findNote()?.readMs ? whole : null),
    noted: findNote,
    store: (cached) => {
      whole = cached;
      withTab((storage) => storage.setItem(key, JSON.stringify(noteOf(cached))));
    },
    isOnline: () => navigator.onLine,
    nowMs: () => Date.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

/** The cached profile, if it is this member's: another may have used the tab before. */
export function dropOthers(userId: string): void {
  if (findNote()?.profile.id !== userId) withTab((storage) => storage.removeItem(key));
}

function findNote(): NotedProfile | null {
  const text = withTab((storage) => storage.getItem(key));
  return text ? (JSON.parse(text) as NotedProfile) : null;
}

/** A browser without storage caches nothing, and fetches each time. */
function withTab<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
