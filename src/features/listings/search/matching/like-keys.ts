/**
 * Nearness from which on a card in free text is like what is searched for: as `listings_like` of the database has it.
 */
export const likeness = 0.42;

/** Letters from the commonest to the rarest in names of cards, much as elsewhere. */
const common = ' eaionrlstmdcguhpbkyfvwxzjq0123456789';

/** Trigrams of folded text as pg_trgm makes them, each word with two blanks before it and one after. */
function trigramsOf(text: string): string[] {
  const ofWord = (word: string) => Array.from({ length: word.length + 1 }, (_, at) => `  ${word} `.slice(at, at + 3));
  return [...new Set(text.split(' ').filter(Boolean).flatMap(ofWord))];
}

const rarity = (trigram: string) => [...trigram].reduce((sum, letter) => sum + common.indexOf(letter), 0);

/** The index keys of a card in free text. */
export const trigramKeys = (text: string): string[] => trigramsOf(text).map((trigram) => `like:${trigram}`);

/**
 * Of the words of a search as many trigrams, the rarest first, that whatever is like them holds one at least. Nearness
 * is at most the share of these trigrams that a text holds, so that it holds `least` of them, and of any choice that
 * leaves fewer than that out it holds one. Any order is right; a good one makes few meet.
 */
export function likeKeys(said: string): string[] {
  const all = trigramsOf(said).sort((a, b) => rarity(b) - rarity(a) || (a < b ? -1 : 1));
  const least = Math.max(1, Math.ceil(likeness * all.length - 1e-6));
  return all.slice(0, all.length - least + 1).map((trigram) => `like:${trigram}`);
}
