import { useNavigate } from 'react-router';
import { saveIntent } from '#features/auth/widgets.tsx';

/** What the room `members` replays after sign-in (RP-01, RP-02). */
export type Intent = 'toggle_favorite' | 'buy_now';

/**
 * Remembers what the person was about to do and goes to sign in; they come back to the listing and are told that they
 * can go on.
 */
export function useSignInFor(): (action: Intent, listingId: string) => void {
  const navigate = useNavigate();
  return (action, listingId) => void navigate(readThrough(action, listingId));
}

/** The same for somebody whose session has ended elsewhere: the whole document is made anew, for a visitor. */
export function signInAgainFor(action: Intent, listingId: string): void {
  location.assign(readThrough(action, listingId));
}

function readThrough(action: Intent, listingId: string): string {
  const path = `/listings/${listingId}`;
  saveIntent(action, path, { listingId });
  return `/auth/sign-in?next=${encodeURIComponent(path)}`;
}
