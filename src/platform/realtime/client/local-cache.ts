/** Pages cache data in browser storage under `cache:`; other keys are not touched. */
export function clearLocalCache(): void {
  removeKeys((key) => key.startsWith('cache:'));
}

/**
 * The theme belongs to the browser, and unsent drafts are not lost: `listing_draft:MEMBER`, `draft MEMBER THREAD`. Only
 * the sign-out itself removes its flag, since other tabs follow the removal.
 */
const stays = /^(theme$|sign_out_in_progress$|listing_draft:|draft )/;

/** ST-12: a reset removes all other keys from local and session storage. */
export function clearLocalStorage(): void {
  removeKeys((key) => !stays.test(key));
}

function removeKeys(isRemoved: (key: string) => boolean): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[kind];
      for (const key of Object.keys(storage)) if (isRemoved(key)) storage.removeItem(key);
    } catch {
      // A browser that blocks its storage has nothing to clear; the connection must go on.
    }
  }
}
