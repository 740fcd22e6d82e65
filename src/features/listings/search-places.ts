import type { ListingQuery } from './contract.ts';
import type { FacetColumns } from './facet-columns.ts';
import { type Counted, countFacets } from './facet-count.ts';
import { firstOf } from './first-places.ts';
import { byIssues } from './issue-sieve.ts';
import { placesOfMarket } from './market-places.ts';
import { PlaceList } from './place-list.ts';
import { heldRank, type SoughtCards } from './search-sql.server.ts';
import { allOf, byAnyTable, byPlaces, noneOf, type Sieve } from './sieve.ts';
import { sift } from './sift.ts';

/** What words lead to. */
interface Sought extends Pick<SoughtCards, 'named'> {
  /** Listings of cards in free text that are like the words: number and rank. */
  near: readonly [number, number][];
  /** Every listing that holds all of these is meant as well; none where the cards are all named. */
  words: readonly string[];
}

/** What a search is about: what its words lead to, a condition in the language, or both. */
interface Found {
  sought: Sought | null;
  sieve: Sieve | null;
  /** Numbers of the only ones that fit; null where that is not known. */
  only: readonly number[] | null;
  /** Numbers of what this asker is not shown. */
  hidden: readonly number[];
}

/** A listing that may be on the page. */
export interface Among {
  n: number;
  rank: number;
}

interface Choice {
  counted: Counted;
  among: Among[];
  /** Whether more fit than those. */
  hasMore: boolean;
}

/** What words lead to, and what fits of it: blocks that all searches use, one after the other. */
const noted = new PlaceList();
const fitting = new PlaceList();

/** Numbers of what fits so far, for whoever has to ask more about them; null where they are more than `most`. */
export function numbersFound(columns: FacetColumns, { sought, sieve }: Omit<Found, 'only' | 'hidden'>, most: number): number[] | null {
  const led = sought && notePlaces(columns, sought);
  if (led) forgetRanks(columns, led);
  const places = sieve ? sift(sieve, columns.size, led, fitting) : (led ?? new Int32Array());
  const numbers = places.length > most ? null : Array.from(places, (place) => columns.n[place] as number);
  noted.letGo();
  fitting.letGo();
  return numbers;
}

/** By filters alone; null where a walk over the whole market would have to say it. */
export function chooseOfMarket(columns: FacetColumns, query: ListingQuery, wanted: number, now: Date): Choice | null {
  const first = placesOfMarket(columns, query, wanted, Math.floor(now.getTime() / 1_000));
  return first && { counted: first.counted, among: first.chosen.map((at) => ({ n: columns.n[at] as number, rank: 0 })), hasMore: first.hasMore };
}

/** What counts, and the first so many that may be on the page, out of the columns alone. Nothing waits meanwhile: a place is a place until the next change. */
export function choose(columns: FacetColumns, query: ListingQuery, found: Found, wanted: number, now: Date): Choice {
  const { ranks } = columns;
  const led = found.sought && notePlaces(columns, found.sought);
  try {
    const named = (numbers: readonly number[]) => byPlaces(new Set(numbers.map((n) => columns.placeOf(n)).filter((place) => place !== -1)));
    const conditions = [
      ...(found.sieve ? [found.sieve] : []),
      ...(found.only ? [named(found.only)] : []),
      ...(found.hidden.length > 0 ? [noneOf(named(found.hidden))] : []),
    ];
    const places = conditions.length > 0 || !led ? sift(allOf(conditions), columns.size, led, fitting) : led;
    fitting.makeRoom(places.length);
    const counted = countFacets(columns, query, Math.floor(now.getTime() / 1_000), places.length, places, fitting.places);
    const { chosen, hasMore } = firstOf(columns, counted.found ?? new Int32Array(), query, wanted);
    return { counted: { ...counted, found: null }, among: chosen.map((at) => ({ n: columns.n[at] as number, rank: ranks[at] as number })), hasMore };
  } finally {
    // Also where the cursor is none of this order, which is refused.
    if (led) forgetRanks(columns, led);
    noted.letGo();
    fitting.letGo();
  }
}

/** Each found listing's place, its rank noted by place, the lower the better. A listing that was found twice keeps the first. */
function notePlaces(columns: FacetColumns, { named, near, words }: Sought): Int32Array {
  const { ranks } = columns;
  noted.size = 0;
  const note = (place: number, rank: number) => {
    if (ranks[place] === 0) noted.add(place);
    ranks[place] = rank;
  };
  const { cards, issues, ofIssue } = columns;
  for (let i = 0; i < named.length; i++) {
    const card = cards.findBits(named.half(i, 0), named.half(i, 1));
    for (let issue = issues.ofCard.first(card); issue !== -1; issue = issues.ofCard.next(issue))
      for (let place = ofIssue.first(issue); place !== -1; place = ofIssue.next(place)) note(place, i + 1);
  }
  for (const [n, rank] of near) {
    const place = columns.placeOf(n);
    if (place !== -1 && ranks[place] === 0) note(place, rank);
  }
  if (words.length > 0) {
    const held = placesHolding(columns, words);
    for (let i = 0; i < held.length; i++) if (ranks[held[i]!] === 0) note(held[i]!, heldRank);
  }
  return noted.all;
}

function forgetRanks({ ranks }: FacetColumns, places: Int32Array): void {
  for (let i = 0; i < places.length; i++) ranks[places[i]!] = 0;
}

/** The places of what holds all of these words, in its name, its edition or its number. */
function placesHolding(columns: FacetColumns, words: readonly string[]): Int32Array {
  const { wordsOf, issues, size } = columns;
  const all = words.map((word) =>
    byAnyTable(
      { column: issues.name, table: wordsOf.names.holding(word), chains: issues.ofName },
      { column: issues.edition, table: wordsOf.editions.holding(word), chains: issues.ofEdition },
      { column: issues.number, table: wordsOf.numbers.holding(word), chains: issues.ofNumber },
    ),
  );
  return sift(byIssues(columns, allOf(all)), size, null, fitting);
}
