import type { Platform } from '#platform/platform.ts';
import type { Card } from '../contract.ts';
import { readFoundCards } from '../read/catalogue.queries.server.ts';
import { type CardIndex, cardIdAt } from './index/card-index.ts';
import { indexOf } from './index/index-store.server.ts';
import { type SearchAnswer, searchIndex, shareHeld, wordAsFound } from './index/search-index.ts';
import { isGlue } from './lookup.ts';
import { holdsAll, type Scope } from './match.ts';

export interface CardSearch {
  q: string;
  game?: string | undefined;
  /** A set's code; of any game unless `game` is given. */
  set?: string | undefined;
  /** Default 20. */
  limit?: number | undefined;
  offset?: number | undefined;
}

export interface RankedCard extends Card {
  /** Higher fits better; comparable within one search only. */
  score: number;
}

export interface ResolvedQuery {
  /**
   * Ids of the cards that hold all that the query says, or, when none does, most of it. Best first, at most `most`,
   * 5,000 unless it is given.
   */
  cards: string[];
  /** False when more cards than these fit, or none: then look for `words` in what the listings say themselves. */
  complete: boolean;
  /** The words that matter, in the catalogue's spelling, as `searchWords` would store them. */
  words: string[];
  /** The query with its misspellings put right; null when it was read as typed. */
  didYouMean: string | null;
  /** Words that say nothing about which card is meant, and words that no card found holds. */
  dropped: string[];
  /** The latter alone: what is found is found without them. */
  unheld: string[];
}

const mostResolved = 5_000;
const leastShare = 0.4;

/** How deep paging through a search may go. */
export const deepestResult = 500;

/**
 * Cards for a query, best first: any order of name, set, code and number, misspelled, with the last word unfinished.
 * Takes any text.
 */
export async function searchCards(
  platform: Pick<Platform, 'pool'>,
  search: CardSearch,
): Promise<{ cards: RankedCard[]; didYouMean: string | null; hasMore: boolean }> {
  const { index, matcher } = await indexOf(platform.pool);
  const limit = search.limit ?? 20;
  const offset = search.offset ?? 0;
  const scope = scopeOf(index, search.game, search.set);
  if (!scope) return { cards: [], didYouMean: null, hasMore: false };
  const isTyping = !/\s$/.test(search.q);
  const answer = searchIndex(index, matcher, search.q, {
    scope,
    most: Math.min(offset + limit + 1, deepestResult),
    isTyping,
    fill: true,
  });
  // Below that a card shares a word with the query and little else.
  const matches = answer.matches.filter((match) => match.score >= holdsAll || shareHeld(answer, match) >= leastShare);
  const wanted = matches
    .slice(offset, offset + limit)
    .map((match) => ({ id: cardIdAt(index, match.card), score: match.score }));
  const found =
    wanted.length > 0 ? await readFoundCards(platform.pool)(wanted.map(({ id }) => id)) : new Map<string, Card>();
  const cards = wanted.flatMap(({ id, score }) => {
    const card = found.get(id);
    return card ? [{ ...card, score }] : [];
  });
  return { cards, didYouMean: didYouMean(index, answer, search.q), hasMore: matches.length > offset + limit };
}

/** The cards of a query, for features that search by card. From memory, without a query to the database. */
export async function resolveQuery(
  platform: Pick<Platform, 'pool'>,
  q: string,
  { most = mostResolved, ...within }: { game?: string | undefined; set?: string | undefined; most?: number } = {},
): Promise<ResolvedQuery> {
  const { index, matcher } = await indexOf(platform.pool);
  const scope = scopeOf(index, within.game, within.set);
  if (!scope) return { cards: [], complete: false, words: [], didYouMean: null, dropped: [], unheld: [] };
  let answer = searchIndex(index, matcher, q, { scope, most: most + 1, isTyping: false, fill: false });
  // Nothing has the last word in this form: it may be unfinished.
  if (answer.whole === 0) {
    const unfinished = searchIndex(index, matcher, q, { scope, most: most + 1, isTyping: true, fill: false });
    if ((unfinished.matches[0]?.score ?? 0) > (answer.matches[0]?.score ?? 0)) answer = unfinished;
  }
  const matching = fitting(answer);
  const best = matching[0];
  const notifying = answer.tokens.filter((token) => !token.soft && !isGlue(token.word));
  const held = notifying.filter((token) => !best || (best.covers >> answer.tokens.indexOf(token)) & 1);
  const unheld = notifying.filter((token) => !held.includes(token)).map((token) => token.word);
  return {
    cards: matching.slice(0, most).map(({ card }) => cardIdAt(index, card)),
    complete:
      matching.length > 0 && matching.length <= most && (!answer.isCut || matching.length < answer.matches.length),
    words: [
      ...new Set((best ? held : notifying).map((token) => (best ? wordAsFound(index, token, best.card) : token.word))),
    ],
    didYouMean: didYouMean(index, answer, q),
    dropped: [...answer.dropped, ...unheld],
    unheld,
  };
}

/** The matches that hold all, or else those that hold as much as the best does, if that is at least half. */
function fitting(answer: SearchAnswer) {
  if (answer.whole > 0) return answer.matches.slice(0, answer.whole);
  const most = answer.matches[0] ? shareHeld(answer, answer.matches[0]) : 0;
  if (most < 0.5) return [];
  return answer.matches.filter((match) => shareHeld(answer, match) >= most - 0.001);
}

function didYouMean(index: CardIndex, answer: SearchAnswer, q: string): string | null {
  const best = answer.matches[0];
  if (!best || !answer.isCorrected) return null;
  const words = answer.tokens.map((token, i) =>
    (best.covers >> i) & 1 && !token.number ? wordAsFound(index, token, best.card) : shown(token),
  );
  const text = words.join(' ');
  return text === q.trim().toLowerCase() ? null : text;
}

/** A number as the person wrote it. */
function shown(token: { word: string; number: { total: number | null } | null }): string {
  return token.number?.total ? `${token.word}/${token.number.total}` : token.word;
}

function scopeOf(index: CardIndex, game: string | undefined, set: string | undefined): Scope | null {
  const gameAt = game === undefined ? null : index.games.indexOf(game);
  if (gameAt === -1) return null;
  if (set === undefined) return { game: gameAt, sets: null };
  const sets = new Set(
    index.setKeys.flatMap((key, i) =>
      key.slice(key.indexOf('\n') + 1) === set && (gameAt === null || index.setGame[i] === gameAt) ? [i] : [],
    ),
  );
  return sets.size === 0 ? null : { game: gameAt, sets };
}
