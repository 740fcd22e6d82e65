import type { CardIndex, Postings } from './card-index.ts';
import { isGlue, lookUp, type SoughtToken } from './lookup.ts';
import { holdsAll, type Match, type Matcher, type Scope } from './match-cards.ts';
import { parseQuery, type Token } from './parse-query.ts';
import { readingsOf } from './readings.ts';
import { TopCards } from './top-cards.ts';

export interface SearchAnswer {
  /** Best first. */
  matches: Match[];
  /** Whether more cards fit the query than are given. */
  isCut: boolean;
  /** How many of `matches` hold all that was asked. */
  whole: number;
  /** The reading that found the best match, or the query as typed. */
  tokens: SoughtToken[];
  readings: SoughtToken[][];
  /** Whether the best match was found by taking a word for a misspelling. */
  isCorrected: boolean;
  dropped: string[];
}

export interface SearchOptions {
  scope: Scope;
  most: number;
  /** The last word may be still being typed, so it also stands for longer ones. */
  isTyping: boolean;
}

/** A query against the index, misspellings and all. Takes anything a person can type. */
export function searchIndex(index: CardIndex, matcher: Matcher, query: string, options: SearchOptions): SearchAnswer {
  const parsed = parseQuery(query);
  const top = new TopCards(options.most);
  const readings: SoughtToken[][] = [];
  const run = (tokens: SoughtToken[]) => {
    readings.push(tokens);
    matcher.match(tokens, options.scope, top, readings.length - 1);
  };
  const lookUpAll = (tokens: Token[], misspelled: (token: Token) => boolean) =>
    tokens.map((token, i) => lookUp(index, token, options.isTyping && i === tokens.length - 1, misspelled(token)));

  const plain = readingsOf(index, parsed);
  for (const tokens of plain) run(lookUpAll(tokens, () => false));
  const asTyped = readings.length;
  const isFound = () => (top.ranked()[0]?.score ?? 0) >= holdsAll;
  const isKnown = (token: Token) => index.words.find(token.word) >= 0;
  // Misspellings are looked for only when nothing holds all words as typed: first of words that no card has, then of any.
  for (const misspelled of [(token: Token) => !isKnown(token), () => true]) {
    if (isFound()) break;
    for (const tokens of plain.slice(0, 4)) if (tokens.some(misspelled)) run(lookUpAll(tokens, misspelled));
  }

  const matches = top.ranked();
  const best = matches[0];
  const firstPartial = matches.findIndex((match) => match.score < holdsAll);
  return {
    matches,
    isCut: top.isCut,
    whole: firstPartial < 0 ? matches.length : firstPartial,
    tokens: readings[best?.reading ?? 0] ?? [],
    readings,
    isCorrected: best !== undefined && best.reading >= asTyped,
    dropped: parsed.dropped,
  };
}

/** How much of what its reading asks a match holds, 0 to 1, by weight. */
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

/** A token as the best match has it: a misspelled or unfinished word whole and right, a number as the searched listings keep it. */
export function wordAsFound(index: CardIndex, token: SoughtToken, card: number): string {
  const name = index.cardName[card] as number;
  const set = index.cardSet[card] as number;
  for (const { word } of token.hits) {
    if (has(index.wordNames, word, (item) => item === name) || has(index.wordSets, word, (item) => item >> 3 === set)) return index.words.word(word);
  }
  if (token.number && /^\d+[a-z]?$/.test(token.number.key) && token.number.digits >= 0) return String(token.number.digits);
  return token.word;
}

function has(postings: Postings, key: number, is: (item: number) => boolean): boolean {
  const end = postings.starts[key + 1] as number;
  for (let at = postings.starts[key] as number; at < end; at++) if (is(postings.items[at] as number)) return true;
  return false;
}
