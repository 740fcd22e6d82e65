import { useSyncExternalStore } from 'react';
import { findIntent } from '../../redirect/redirect-storage.ts';

/** What a visitor was about to do, as the end of a sentence; `about` names the card, the amount or the member. */
const ends: Record<string, (about: string) => string> = {
  buy_now: (about) => `to buy ${about}`,
  toggle_favorite: (about) => `to add ${about} to your favorites`,
  make_offer: (about) => `to make an offer on ${about}`,
  price_alert: (about) => `to set a price alert for ${about}`,
  send_message: (about) => `to message ${about}`,
};

/** The intent is in the browser's storage alone, and nothing changes it while the page is open. */
const never = () => () => {};

function sentenceOf(next: string | null, start: string): string | null {
  const intent = findIntent();
  const about = intent?.params.about;
  if (!intent || !about || intent.path !== next) return null;
  return ends[intent.action] ? `${start} ${ends[intent.action]?.(about)}` : null;
}

/** One line above the form: `Sign in to buy Charizard · $289.50`. `next` is the page that the intent came from. */
export function IntentLine({ next, start }: { next: string | null; start: 'Sign in' | 'Create an account' }) {
  const sentence = useSyncExternalStore(
    never,
    () => sentenceOf(next, start),
    () => null,
  );
  return sentence && <p className="mb-5 text-[0.9375rem] leading-[1.4375rem] font-medium">{sentence}</p>;
}
