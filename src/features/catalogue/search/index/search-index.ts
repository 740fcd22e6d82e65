import { isGlue, lookUp, type QueryToken } from '../lookup.ts';
import type { Match, Scope } from '../match.ts';
import type { Matcher } from '../match-cards.ts';
import { parseQuery, type Token } from '../query/parse-query.ts';
import { readingsOf } from '../query/readings.ts';
import { type CardIndex, type Postings, setWord } from './card-index.ts';

/** Readings that are tried with misspellings. */
const mostMisspelled = 3;

export interface SearchAnswer {
  /** Best first. */
  matches: Match[];
  /** Whether more cards fit the query than are given. */
  isCut: boolean;
  /** How many of `matches` have every token. */
  whole: number;
  /** The reading that found the best match, or the query as typed. */
  tokens: QueryToken[];
  readings: QueryToken[][];
  /** Whether the best match was found by taking a word for a misspelling. */
  isCorrected: boolean;
  dropped: string[];
}

export interface SearchOptions {
  scope: Scope;
  most: number;
  /** The last word may be unfinished, so it also matches longer ones. */
  isTyping: boolean;
  /** Whether partial matches follow the full ones, where the limit allows. */
  fill: boolean;
}

/**
 * A query against the index, misspellings and all. Takes anything a person can type. First every reading as typed, for
 * cards that hold all of it; then with misspellings; and only when nothing holds all of it, cards that hold a part.
 */
export function searchIndex(index: CardIndex, matcher: Matcher, query: string, options: SearchOptions): SearchAnswer {
  const parsed = parseQuery(query);
  const top = matcher.begin(options.most);
  const plain = readingsOf(index, parsed);
  const readings: QueryToken[][] = [];
  const look = remembered((token: Token, isLast: boolean, misspelled: boolean) =>
    lookUp(index, token, options.isTyping && isLast, misspelled),
  );
  const read = (tokens: Token[], misspelled: (token: Token) => boolean) => {
    const matched = tokens.map((token, i) => look(token, i === tokens.length - 1, misspelled(token)));
    // A reading in which no other spelling was found is one that was read before.
    const isNew = tokens.some(
      (token, i) =>
        misspelled(token) && matched[i]?.hits.length !== look(token, i === tokens.length - 1, false).hits.length,
    );
    if (readings.length >= plain.length && !isNew) return;
    readings.push(matched);
    matcher.match(matched, options.scope, top, readings.length - 1, 'whole');
  };

  for (const tokens of plain) read(tokens, () => false);
  const asTyped = readings.length;
  // Misspelled are first the words that no card has, then any.
  const isUnknown = (token: Token) => index.words.find(token.word) < 0;
  for (const misspelled of [isUnknown, () => true]) {
    if (top.size > 0) break;
    for (const tokens of plain.slice(0, mostMisspelled)) if (tokens.some(misspelled)) read(tokens, misspelled);
  }
  const whole = top.size;
  const isShort = whole === 0 || (options.fill && whole < options.most);
  const partly = whole === 0 ? readings.keys() : [0];
  if (isShort)
    for (const reading of partly) matcher.match(readings[reading] ?? [], options.scope, top, reading, 'partly');

  const matches = top.ranked();
  const best = matches[0];
  return {
    matches,
    isCut: top.isCut,
    whole,
    tokens: readings[best?.reading ?? 0] ?? [],
    readings,
    isCorrected: best !== undefined && best.reading >= asTyped,
    dropped: parsed.dropped,
  };
}

/** Readings share most of their tokens, and looking one up with misspellings is the dearest step. */
function remembered(look: (token: Token, isLast: boolean, misspelled: boolean) => QueryToken) {
  const known = new Map<string, QueryToken>();
  return (token: Token, isLast: boolean, misspelled: boolean): QueryToken => {
    const key = `${token.word} ${token.soft} ${token.number?.total} ${token.number?.printed} ${token.number === null} ${isLast} ${misspelled}`;
    const found = known.get(key) ?? look(token, isLast, misspelled);
    known.set(key, found);
    return found;
  };
}

/** The share of a reading's tokens that a match has, 0 to 1, by weight. */
export function shareHeld(answer: SearchAnswer, match: Match): number {
  let held = 0;
  let all = 0;
  (answer.readings[match.reading] ?? []).forEach((token, i) => {
    if (token.soft || isGlue(token.word)) return;
    all += token.weight;
    if ((match.covers >> i) & 1) held += token.weight;
  });
  return all === 0 ? 1 : held / all;
}

/**
 * A token as the best match has it and as its listings store it: a misspelled or unfinished word corrected, a game by
 * its slug whatever its spelling, a number without zeros.
 */
export function wordAsFound(index: CardIndex, token: QueryToken, card: number): string {
  const name = index.cardName[card] as number;
  const set = index.cardSet[card] as number;
  for (const { word } of token.hits) {
    if (find(index.wordNames, word, (item) => item === name) >= 0) return index.words.word(word);
    const ofSet = find(index.wordSets, word, (item) => item >> 3 === set);
    if (ofSet >= 0)
      return (ofSet & 7) === setWord.game
        ? (index.games[index.setGame[set] as number] as string)
        : index.words.word(word);
  }
  if (token.number && !token.number.isCode && token.number.digits >= 0) return String(token.number.digits);
  return token.word;
}

/** The first item of a key that `is`, or -1. */
function find(postings: Postings, key: number, is: (item: number) => boolean): number {
  const end = postings.starts[key + 1] as number;
  for (let at = postings.starts[key] as number; at < end; at++)
    if (is(postings.items[at] as number)) return postings.items[at] as number;
  return -1;
}
