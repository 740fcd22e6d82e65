/** What the error page of an unknown address may offer instead. */
export interface SimilarCard {
  id: string;
  name: string;
  note: string;
  artUrl: string;
}

/**
 * The words of an address that may have meant a card: `/pokemon/charizard-4_102` → `pokemon charizard 4 102`. Null for
 * files and for nothing to go by.
 */
export function wordsOfAddress(pathname: string): string | null {
  if (/\.\w{1,5}$/.test(pathname) || pathname.length > 120) return null;
  let text = pathname;
  try {
    text = decodeURIComponent(pathname);
  } catch {
    // A broken escape is no reason to say nothing: the rest has words too.
  }
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.some((word) => /\p{L}{3}/u.test(word)) ? words.join(' ') : null;
}

/**
 * Whether a word of an address may be a misspelled word of a card: it starts alike and is about as long. The search
 * finds unfinished words too, so that `nope` finds “Nopenguin”.
 */
export function isNear(words: string, card: string): boolean {
  const split = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const ofCard = split(card);
  return split(words).some((typed) =>
    ofCard.some(
      (word) =>
        (word[0] === typed[0] || (word[0] === typed[1] && word[1] === typed[0])) &&
        Math.abs(word.length - typed.length) <= Math.max(1, Math.floor(typed.length / 4)),
    ),
  );
}

export function readSimilar(data: unknown): readonly SimilarCard[] {
  const similar = typeof data === 'object' && data !== null && 'similar' in data ? data.similar : null;
  return Array.isArray(similar) ? (similar as SimilarCard[]) : [];
}
