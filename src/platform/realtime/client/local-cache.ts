/** Pages keep what they may show again under `cache:`; nothing else of the browser's storage is touched. */
export function clearLocalCache(): void {
  removeKeys((key) => key.startsWith('cache:'));
}

/**
 * The theme is the browser's, and what somebody has typed and not yet sent is not lost: `listing_draft:MEMBER`, `draft
 * MEMBER THREAD`. The flag of a sign-out that is under way is removed by the sign-out alone, since other tabs follow
 * its removal.
 */
const stays = /^(theme$|sign_out_in_progress$|listing_draft:|draft )/;

/** A reset (ST-12) clears everything else that the product keeps in local and session storage. */
export function clearLocalStorage(): void {
  removeKeys((key) => !stays.test(key));
}

function removeKeys(isRemoved: (key: string) => boolean): void {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[kind];
      for (const key of Object.keys(storage)) if (isRemoved(key)) storage.removeItem(key);
    } catch {
      // A browser that refuses its storage keeps nothing there, and the connection must go on.
    }
  }
}
