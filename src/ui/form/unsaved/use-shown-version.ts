import { useState } from 'react';

interface Versioned {
  version: number;
}

interface Saving {
  saved?: string;
}

interface Shown<T> {
  stored: T;
  answer: Saving | undefined;
}

/** What a form shows next: another version only after an answer that was not used for one yet has saved it. */
export function nextShown<T extends Versioned>(shown: Shown<T>, stored: T, answer: Saving | undefined): Shown<T> {
  if (stored.version === shown.stored.version || !answer?.saved || answer === shown.answer) return shown;
  return { stored, answer };
}

/**
 * The stored version that a form shows, and by which it is keyed: the one that it was opened with, until an answer of
 * the form saved another. A version that a live update brings would replace what is typed; it also has to stay the version
 * that the form sends, so that saving over another member's change is refused. The answer may come before the page's
 * data, so it is used once these have another version.
 */
export function useShownVersion<T extends Versioned>(stored: T, answer: Saving | undefined): T {
  const [shown, setShown] = useState<Shown<T>>({ stored, answer });
  const now = nextShown(shown, stored, answer);
  if (now !== shown) setShown(now);
  return now.stored;
}
