import { useNavigate } from 'react-router';
import { saveIntent } from '#features/auth/widgets.tsx';

/** The intent that `members` replays after sign-in (RP-01, RP-02). */
export type Intent = 'toggle_favorite' | 'buy_now';

/**
 * Stores the intent and goes to sign-in; afterwards the user is back on the listing, with a notice that they can
 * continue.
 */
export function useSignInFor(): (action: Intent, listingId: string) => void {
  const navigate = useNavigate();
  return (action, listingId) => void navigate(readThrough(action, listingId));
}

/** The same for a member whose session ended elsewhere: reloads the whole document, as a visitor. */
export function signInAgainFor(action: Intent, listingId: string): void {
  location.assign(readThrough(action, listingId));
}

function readThrough(action: Intent, listingId: string): string {
  const path = `/listings/${listingId}`;
  saveIntent(action, path, { listingId });
  return `/auth/sign-in?next=${encodeURIComponent(path)}`;
}
