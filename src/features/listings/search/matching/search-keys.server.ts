import { hash } from 'node:crypto';
import { catalogueRevision, searchWords } from '#features/catalogue/index.server.ts';
import type { SearchTree } from '#features/catalogue/language.ts';
import { pickFlags } from '#features/catalogue/words.ts';
import type { Platform } from '#platform/platform.ts';
import type { ListingFilters } from '../../contract.ts';
import { leastRatings } from '../../model/listing.rules.ts';
import type { ListingRow } from '../../model/listing.tables.ts';
import { type TraitFilter, traitFilters } from '../listing.query.ts';
import { everySpelling, seek } from '../search-listings.server.ts';
import { likeKeys, trigramKeys } from './like-keys.ts';

/** The index keys of a saved search, so that a new listing reads only the searches that may match it. */
export interface FoundUnder {
  /** Every match has at least one of these. Hashed: a collision costs one more comparison, no wrong result. */
  keys: number[];
  /** And is one of these, where they are named. */
  narrows: Partial<Record<NarrowName, string[]>>;
  /** Its words, with which cards in free text are compared; null where it has none. */
  said: string | null;
  /** Whatever holds all of these is found beside the cards that its keys name. */
  words: string[];
  /** Whether it has advanced criteria beyond these keys. */
  advanced: boolean;
}

const narrowNames = [
  'set',
  'rarity',
  'condition',
  'finish',
  'language',
  'graded',
  'company',
  'grade',
  'photo',
  'rating',
  'offers',
  ...traitFilters,
] as const;
type NarrowName = (typeof narrowNames)[number];

/** Of a file of stock most listings share their words, set, game and seller. */
const numbers = new Map<string, number>();
const mostNumbers = 4_096;

function hashed(key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  if (numbers.size >= mostNumbers) numbers.clear();
  const number = hash('sha256', key, 'buffer').readInt32BE(0);
  numbers.set(key, number);
  return number;
}

const keyOf = {
  seller: (id: string) => `seller:${id}`,
  card: (id: string) => `card:${id}`,
  word: (word: string) => `word:${word}`,
  set: (code: string) => `set:${code}`,
  game: (game: string) => `game:${game}`,
  priced: (game: string, step: number) => `game:${game}:${step}`,
  any: 'any',
} as const;

/**
 * Raise it with every change of how words are parsed or keys are made: searches get new keys then, as after a change of
 * the catalogue.
 */
const keyRules = 3;

/** By which catalogue and which rules searches are read at this moment. */
export async function readingNow(platform: Pick<Platform, 'pool'>): Promise<number> {
  return (await catalogueRevision(platform)) * 1_000 + keyRules;
}

/** So many cards are named by the keys of one search; what means more is found by its words as well. */
const mostCards = 500;

/**
 * The key of a search is its most selective part: words before a seller before a set before a game at a narrow price
 * before a game.
 */
export async function foundUnder(platform: Platform, search: ListingFilters): Promise<FoundUnder> {
  const { rarity, set, condition, finish, language, company, grade, edition, minRating } = search;
  const { graded, photo, acceptsOffers: offers } = search;
  const flags = Object.entries({ graded, photo, offers, ...pickFlags(search) }).map(
    ([name, is]) => [name, is === null ? [] : [String(is)]] as const,
  );
  const rating = minRating === null ? [] : leastRatings.filter((least) => least >= minRating).map(String);
  const copies = { set, rarity: everySpelling(rarity), condition, finish, language, company, grade, edition };
  const lists = Object.entries({ ...copies, rating });
  const narrows = Object.fromEntries([...lists, ...flags].filter(([, values]) => values.length > 0));
  const criteria = (await seek(platform, search, mostCards))?.cards ?? null;
  const keys = (): string[] => {
    if (criteria) return [...criteria.named.map(keyOf.card), ...wordKey(criteria.words), ...likeKeys(criteria.text)];
    if (search.seller !== null) return [keyOf.seller(search.seller)];
    const ofTree = search.advanced ? keysOfTree(search.advanced) : null;
    if (ofTree?.isNarrow) return ofTree.keys;
    if (set.length > 0) return set.map(keyOf.set);
    if (search.game.length > 0)
      return search.game.flatMap(
        (game) => stepsOf(search)?.map((step) => keyOf.priced(game, step)) ?? keyOf.game(game),
      );
    return ofTree?.keys ?? [keyOf.any];
  };
  const isAdvanced = search.advanced !== undefined;
  return {
    keys: [...new Set(keys().map(hashed))],
    narrows,
    said: criteria?.text ?? null,
    words: [...(criteria?.words ?? [])],
    advanced: isAdvanced,
  };
}

/** Every key of a listing, as numbers. */
export function keysOfListing({ sellerId, cardId, words, freeText, setCode, game, priceRank }: Findable): number[] {
  const card = cardId === null ? trigramKeys(freeText ?? '') : [keyOf.card(cardId)];
  const keys = [
    keyOf.seller(sellerId),
    ...card,
    ...words.map(keyOf.word),
    keyOf.game(game),
    keyOf.priced(game, stepOf(priceRank)),
    keyOf.any,
  ];
  return [...keys, ...(setCode === null ? [] : [keyOf.set(setCode)])].map(hashed);
}

/** Prices in steps of about a fifth. */
const stepOf = (priceRank: number) => Math.floor(4 * Math.log2(priceRank + 1));

/** The steps of a narrow price; null where it is not narrow: of all cards of a game such a search means few. */
function stepsOf({ minPrice, maxPrice }: Pick<ListingFilters, 'minPrice' | 'maxPrice'>): number[] | null {
  if (minPrice === null || maxPrice === null || maxPrice < minPrice) return null;
  const [first, last] = [stepOf(minPrice), stepOf(maxPrice)];
  return last - first < 12 ? Array.from({ length: last - first + 1 }, (_, n) => first + n) : null;
}

/** The keys of its card; null for a card in free text. */
export const cardKeyOf = ({ cardId }: Pick<Findable, 'cardId'>): number | null =>
  cardId === null ? null : hashed(keyOf.card(cardId));

type Facts =
  | 'sellerId'
  | 'cardId'
  | 'words'
  | 'freeText'
  | 'priceRank'
  | 'setCode'
  | 'game'
  | 'rarity'
  | 'condition'
  | 'finish'
  | 'language'
  | 'acceptsOffers'
  | TraitFilter;
export interface Findable extends Pick<ListingRow, Facts> {
  graded: boolean;
  company: string | null;
  grade: string | null;
  photo: boolean;
  /** Of its seller. */
  sellerRating: number | null;
}

/** What a listing is, by the names of `narrows`. */
export function narrowedBy(copy: Findable): [NarrowName, string | null][] {
  const { setCode: set, rarity, condition, finish, language, edition } = copy;
  const { company, grade, graded, photo, acceptsOffers: offers, sellerRating } = copy;
  const flags = Object.entries({ graded, photo, offers, ...pickFlags(copy) }).map(([name, is]) => [name, String(is)]);
  const reached = leastRatings.findLast((least) => sellerRating !== null && sellerRating >= least);
  const rating = reached === undefined ? null : String(reached);
  const is = {
    set,
    rarity,
    condition,
    finish,
    language,
    company,
    grade,
    edition,
    rating,
    ...Object.fromEntries(flags),
  };
  return narrowNames.map((name) => [name, is[name]]);
}

/** A match has all of them; the longest is nearly always the rarest. */
function wordKey(words: readonly string[]): string[] {
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  return longest === '' ? [] : [keyOf.word(longest)];
}

interface TreeKeys {
  keys: string[];
  /** Whether by words, which few listings hold. */
  isNarrow: boolean;
}

/** Keys of which one is held by whatever an advanced search finds; null where none is sure. */
function keysOfTree(tree: SearchTree): TreeKeys | null {
  if (tree.kind === 'words') {
    const keys = wordKey(searchWords(tree.text));
    return keys.length > 0 ? { keys, isNarrow: true } : null;
  }
  if (tree.kind === 'term')
    return tree.key === 'game' && tree.comparison === ':'
      ? { keys: tree.values.map(keyOf.game), isNarrow: false }
      : null;
  if (tree.kind === 'not') return null;
  const parts = tree.of.map(keysOfTree);
  if (tree.kind === 'and') return parts.find((part) => part?.isNarrow) ?? parts.find((part) => part !== null) ?? null;
  return parts.every((part) => part !== null)
    ? { keys: parts.flatMap(({ keys }) => keys), isNarrow: parts.every(({ isNarrow }) => isNarrow) }
    : null;
}
