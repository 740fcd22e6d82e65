import type { OwnProfile } from '../contract.ts';
import type { KeeperParts, KeptProfile } from './profile-keeper.ts';

/** Under `cache:`, which a reset of the connection clears too; in the tab's own storage, which ends with the tab and at sign-out. */
const key = 'cache:own-profile';

export async function askProfile(): Promise<OwnProfile> {
  const answer = await fetch('/api/profile');
  if (!answer.ok) throw new Error(`the own profile is refused: ${answer.status}`);
  return (await answer.json()) as OwnProfile;
}

/** The browser's parts for reading the own profile. */
export function browserParts(ask: () => Promise<OwnProfile>): KeeperParts {
  return {
    ask,
    kept: findKept,
    keep: (kept) => withTab((storage) => storage.setItem(key, JSON.stringify(kept))),
    isOnline: () => navigator.onLine,
    nowMs: () => Date.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

/** What is kept, if it is of this member: somebody else may have used the tab before. */
export function keepOnlyOf(userId: string): void {
  if (findKept()?.profile.id !== userId) withTab((storage) => storage.removeItem(key));
}

function findKept(): KeptProfile | null {
  const text = withTab((storage) => storage.getItem(key));
  return text ? (JSON.parse(text) as KeptProfile) : null;
}

/** A browser without storage keeps nothing, and asks each time. */
function withTab<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}
