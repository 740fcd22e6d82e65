import { useNavigate } from 'react-router';
import { saveIntent } from '#features/auth/widgets.tsx';

/** The intent that `members` replays after sign-in (RP-01, RP-02). */
export type Intent = 'toggle_favorite' | 'buy_now';

interface About {
  listingId: string;
  /** Names the card, and the amount of a purchase: the sign-in page says what it is for. */
  about: string;
}

/**
 * Stores the intent and goes to sign-in; afterwards the user is back on the listing, with a notice that they can
 * continue.
 */
export function useSignInFor(): (action: Intent, about: About) => void {
  const navigate = useNavigate();
  return (action, about) => void navigate(readThrough(action, about));
}

/** The same for a member whose session ended elsewhere: reloads the whole document, as a visitor. */
export function signInAgainFor(action: Intent, about: About): void {
  location.assign(readThrough(action, about));
}

function readThrough(action: Intent, { listingId, about }: About): string {
  const path = `/listings/${listingId}`;
  saveIntent(action, path, { listingId, about });
  return `/auth/sign-in?next=${encodeURIComponent(path)}`;
}
