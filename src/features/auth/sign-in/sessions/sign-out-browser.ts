import { withStorage } from '../../redirect/redirect-storage.ts';

export const signOutKey = 'sign_out_in_progress';
export const needsCompletionKey = 'needs_profile_completion';
export const onboardingKey = 'onboarding_completed';

/** Belongs to the browser, not to the member: stays at sign-out. */
const retainedKeys = new Set(['theme', 'consent', signOutKey]);

/** The keys of a storage that a sign-out removes. */
export function keysToClear(keys: readonly string[]): string[] {
  return keys.filter((key) => !retainedKeys.has(key));
}

let isLeaving = false;
/** Whether this tab is about to load a page of its own choice: it doesn't follow the sign-out of another tab. */
export const isLeavingPage = (): boolean => isLeaving;

/**
 * Removes a member's data from this browser (ST-09). The flag is removed last: it signals completion to the other tabs.
 * `leaves`: the caller loads another page then, which no other tab may replace.
 */
export async function clearBrowser({ leaves = false } = {}): Promise<void> {
  isLeaving ||= leaves;
  withStorage((storage) => {
    storage.setItem(signOutKey, 'true');
    for (const key of keysToClear(Object.keys(storage))) storage.removeItem(key);
  });
  withStorage(() => sessionStorage.clear());
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // No cache storage outside a secure context: it is empty then.
  }
  withStorage((storage) => storage.removeItem(signOutKey));
}
