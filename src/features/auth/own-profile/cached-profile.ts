import type { OwnProfile } from '../contract.ts';
import { type CachedProfile, type NotedProfile, noteOf, type RefreshParts } from './profile-cache.ts';

/**
 * Under `cache:`, which a reset of the connection clears too; in the tab's own storage, which ends with the tab and at
 * sign-out.
 */
const key = 'cache:own-profile';

/**
 * The profile itself, with the address and all that is private, in the page's memory alone: the browser's store has a
 * note of it, with what the frame shows to everybody who looks at the screen. It counts while its note is there.
 */
let whole: CachedProfile | null = null;

export async function askProfile(): Promise<OwnProfile> {
  const answer = await fetch('/api/profile');
  if (!answer.ok) throw new Error(`the own profile is refused: ${answer.status}`);
  return (await answer.json()) as OwnProfile;
}

/** The browser's parts for reading the own profile. */
export function browserParts(ask: () => Promise<OwnProfile>): RefreshParts {
  return {
    ask,
    kept: () => (whole?.readMs === findNote()?.readMs ? whole : null),
    noted: findNote,
    keep: (kept) => {
      whole = kept;
      withTab((storage) => storage.setItem(key, JSON.stringify(noteOf(kept))));
    },
    isOnline: () => navigator.onLine,
    nowMs: () => Date.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

/** What is kept, if it is of this member: somebody else may have used the tab before. */
export function keepOnlyOf(userId: string): void {
  if (findNote()?.profile.id !== userId) withTab((storage) => storage.removeItem(key));
}

function findNote(): NotedProfile | null {
  const text = withTab((storage) => storage.getItem(key));
  return text ? (JSON.parse(text) as NotedProfile) : null;
}

/** A browser without storage keeps nothing, and asks each time. */
function withTab<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
