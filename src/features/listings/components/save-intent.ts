/** What the accounts room replays after sign-in (RP-01, RP-02). */
export type Intent = 'toggle_favorite' | 'buy_now';

/** Remembers what the person was about to do and goes to sign in; they come back to the listing and are told that they can go on. */
export function signInFor(action: Intent, listingId: string): void {
  const path = `/listings/${listingId}`;
  try {
    localStorage.setItem('auth_redirect', JSON.stringify({ path, action, params: { listingId }, at: Date.now() }));
  } catch {
    // Storage that is closed or full costs the sentence after sign-in; `next` still leads back.
  }
  location.assign(`/auth/sign-in?next=${encodeURIComponent(path)}`);
}
