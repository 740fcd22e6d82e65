import { type CardIndex, span } from './index/card-index.ts';
import type { Token } from './query/parse-query.ts';

/** A word of the vocabulary that may match a token, with its confidence (1: the exact word). */
export interface Hit {
  word: number;
  sureness: number;
}

export interface QueryToken extends Token {
  hits: Hit[];
  /** The token's weight: higher for a rare word. */
  weight: number;
  /** The number's id in the index (its place plus one), 0 when no card has it. */
  numberId: number;
}

/** Words that join a name and select nothing. */
const glue = new Set([
  'the',
  'of',
  'a',
  'an',
  'and',
  'to',
  'in',
  'on',
  'for',
  'with',
  'from',
  'de',
  'no',
  'at',
  'by',
  's',
]);
const mostHits = 120;

/** Looks a token up. `asPrefix`: it may still be being typed. `misspelled`: take it for another word too. */
export function lookUp(index: CardIndex, token: Token, asPrefix: boolean, misspelled: boolean): QueryToken {
  const hits = new Map<number, number>();
  const note = (word: number, sureness: number) => {
    if (word >= 0 && sureness > (hits.get(word) ?? 0)) hits.set(word, sureness);
  };
  const { words } = index;
  const { word } = token;
  // A number as a card prints it is no word of a name: "lob 001" is not M-Warrior #1.
  if (token.number?.printed)
    return {
      ...token,
      hits: [],
      weight: weigh(index, token, []),
      numberId: index.numbers.find(token.number.printed) + 1,
    };
  const exact = words.find(word);
  note(exact, 1);
  if (/^[a-z]{3,}$/.test(word)) {
    note(words.find(`${word}s`), 0.85);
    if (word.endsWith('s')) note(words.find(word.slice(0, -1)), 0.85);
  }
  if (asPrefix || (hits.size === 0 && word.length >= 3)) noteLonger(index, word, exact >= 0 ? 0.5 : 0.75, note);
  const isMostlyLetters = /^[a-z]+\d?$/.test(word);
  if (misspelled && isMostlyLetters && !token.soft && word.length >= (exact >= 0 ? 6 : 4)) {
    for (const [id, edits] of words.near(word, word.length >= 7 ? 2 : 1, false))
      note(id, edits === 0 ? 1 : edits === 1 ? 0.7 : 0.5);
    if (asPrefix && hits.size === 0 && word.length >= 5) for (const [id] of words.near(word, 1, true)) note(id, 0.45);
  }
  const all = [...hits]
    .map(([id, sureness]) => ({ word: id, sureness }))
    .sort((a, b) => b.sureness - a.sureness || frequency(index, b.word) - frequency(index, a.word));
  const numberId = token.number ? index.numbers.find(token.number.key) + 1 : 0;
  return { ...token, hits: all.slice(0, mostHits), weight: weigh(index, token, all), numberId };
}

function noteLonger(
  index: CardIndex,
  prefix: string,
  sureness: number,
  note: (word: number, sureness: number) => void,
): void {
  const [first, last] = index.words.prefixRange(prefix);
  const range = Array.from({ length: Math.min(last - first, 4000) }, (_, i) => first + i);
  // A short prefix begins thousands of words: the commonest are meant.
  if (range.length > mostHits) range.sort((a, b) => frequency(index, b) - frequency(index, a));
  for (const word of range.slice(0, mostHits)) {
    const share = prefix.length / index.words.length(word);
    note(word, sureness * (0.6 + 0.4 * share));
  }
}

/** In how many names a word occurs. */
export function frequency(index: CardIndex, word: number): number {
  return span(index.wordNames, word);
}

function weigh(index: CardIndex, token: Token, hits: readonly Hit[]): number {
  const sure = hits[0]?.sureness ?? 0;
  let names = 0;
  let sets = 0;
  for (const hit of hits) {
    if (hit.sureness < sure) break;
    names += frequency(index, hit.word);
    sets += span(index.wordSets, hit.word);
  }
  const total = index.nameLength.length || 1;
  const byName = Math.log10(total / Math.max(names, 3)) * 0.5;
  const bySet = Math.log10((index.setKeys.length || 1) / Math.max(sets, 1)) * 0.45;
  const notified = names === 0 ? bySet : sets === 0 ? byName : Math.min(byName, Math.max(bySet, 0.4));
  const weight = Math.max(0.35, 0.3 + notified);
  if (glue.has(token.word)) return 0.05;
  return token.soft ? weight * 0.3 : weight;
}

export function isGlue(word: string): boolean {
  return glue.has(word);
}
