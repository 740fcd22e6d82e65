import { useSyncExternalStore } from 'react';
import { findIntent } from '../../redirect/redirect-storage.ts';

type Page = 'sign-in' | 'sign-up';

/** What a visitor was about to do; `about` names the card, the amount or the member. */
const sentences: Record<string, Record<Page, (about: string) => string>> = {
  buy_now: {
    'sign-in': (about) => `Sign in to buy ${about}`,
    'sign-up': (about) => `Create an account to buy ${about}`,
  },
  toggle_favorite: {
    'sign-in': (about) => `Sign in to add ${about} to your favorites`,
    'sign-up': (about) => `Create an account to add ${about} to your favorites`,
  },
  make_offer: {
    'sign-in': (about) => `Sign in to make an offer on ${about}`,
    'sign-up': (about) => `Create an account to make an offer on ${about}`,
  },
  price_alert: {
    'sign-in': (about) => `Sign in to set a price alert for ${about}`,
    'sign-up': (about) => `Create an account to set a price alert for ${about}`,
  },
  send_message: {
    'sign-in': (about) => `Sign in to message ${about}`,
    'sign-up': (about) => `Create an account to message ${about}`,
  },
};

/** The intent is in the browser's storage alone, and nothing changes it while the page is open. */
const never = () => () => {};

function sentenceOf(next: string | null, page: Page): string | null {
  const intent = findIntent();
  const about = intent?.params.about;
  if (!intent || !about || intent.path !== next) return null;
  return sentences[intent.action]?.[page](about) ?? null;
}

/** One line above the form: `Sign in to buy Charizard · $289.50`. `next` is the page that the intent came from. */
export function IntentLine({ next, page }: { next: string | null; page: Page }) {
  const sentence = useSyncExternalStore(
    never,
    () => sentenceOf(next, page),
    () => null,
  );
  return sentence && <p className="mb-5 text-[0.9375rem] leading-[1.4375rem] font-medium">{sentence}</p>;
}
