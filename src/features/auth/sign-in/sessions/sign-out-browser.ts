import { withStorage } from '../../redirect/redirect-storage.ts';

export const signOutKey = 'sign_out_in_progress';
export const needsCompletionKey = 'needs_profile_completion';
export const onboardingKey = 'onboarding_completed';

/** What belongs to the browser and not to the person: it stays when they sign out. */
const kept = new Set(['theme', 'consent', signOutKey]);

/** Which keys of a storage a sign-out takes away. */
export function keysToClear(keys: readonly string[]): string[] {
  return keys.filter((key) => !kept.has(key));
}

/**
 * Takes away what a person leaves in this browser (ST-09). The flag is removed last: it tells the other tabs that all
 * is done.
 */
export async function clearBrowser(): Promise<void> {
  withStorage((storage) => {
    storage.setItem(signOutKey, 'true');
    for (const key of keysToClear(Object.keys(storage))) storage.removeItem(key);
  });
  withStorage(() => sessionStorage.clear());
  try {
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // No cache storage outside a secure context: then nothing is in it.
  }
  withStorage((storage) => storage.removeItem(signOutKey));
}
