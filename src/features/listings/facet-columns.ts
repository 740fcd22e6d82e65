import { searchWords } from '#features/catalogue/index.server.ts';
import { CardNumbers } from './card-numbers.ts';
import { LeftChains } from './chains.ts';
import { type Column, type Narrow, roomFor, wider } from './column.ts';
import { Dictionary } from './dictionary.ts';
import type { FacetRow } from './facet-row.ts';
import { HeldWords } from './held-words.ts';
import { Issues } from './issues.ts';
import { flagBits, Kinds } from './kinds.ts';
import { gameNames, type ListingGame } from './listing.rules.ts';
import { MomentBounds } from './moment-bounds.ts';
import { NumberedPlaces } from './numbered-places.ts';
import { PriceOrder } from './price-order.ts';
import { Prints, unheldRarity } from './prints.ts';
import { ReadEditions } from './read-editions.ts';
import { TextNumbers } from './text-numbers.ts';

const columnNames = ['n', 'issue', 'kind', 'print', 'seller', 'grading', 'price', 'expiresAt', 'publishedAt', 'made'] as const;

/** Some milliseconds' work each. */
const linkedAtOnce = 10_000;
const orderedAtOnce = 19_000;

/**
 * Every listing for sale in columns of small numbers, 55 bytes each with the chain of its issue, its place and sums by price and room for its rank (more for its place where most numbers are sold, see `NumberedPlaces`), and 43 bytes for
 * each issue. What is read in loops has one width as long as its numbers fit into two bytes: the loop that counts them is compiled once and stays fast.
 */
export class FacetColumns {
  readonly games = new Dictionary();
  readonly sets = new Dictionary();
  readonly setNames = new Map<string, string>();
  readonly rarities = new Dictionary();
  readonly conditions = new Dictionary();
  readonly finishes = new Dictionary();
  readonly languages = new Dictionary();
  readonly kinds = new Kinds();
  readonly prints = new Prints();
  readonly cards = new CardNumbers();
  readonly sellers = new CardNumbers();
  /** Each name in small letters; where the title is not made of card, set and number, that behind it on a line of its own. */
  readonly names = new TextNumbers();
  readonly numbers = new TextNumbers();
  /** `game\ncode\nname of the set`, as the listings say it. */
  readonly editions = new TextNumbers('as it is');
  readonly readEditions = new ReadEditions(this.editions);
  readonly gradings = new TextNumbers();
  /** What of `names`, `numbers` and `editions` is sought by words. */
  readonly wordsOf = { names: new HeldWords(), numbers: new HeldWords(), editions: new HeldWords() };
  issues = new Issues();
  /** The places of each issue. */
  readonly ofIssue = new LeftChains();
  /** By the number of the game, once all are read and arranged; null before. */
  prices: PriceOrder[] | null = null;
  readonly moments = new MomentBounds();
  n = new Int32Array(1_024);
  issue = new Int32Array(1_024);
  kind: Narrow = new Uint16Array(1_024);
  print = new Uint16Array(1_024);
  seller: Narrow = new Uint16Array(1_024);
  grading: Narrow = new Uint16Array(1_024);
  price = new Uint32Array(1_024);
  expiresAt = new Uint32Array(1_024);
  publishedAt = new Uint32Array(1_024);
  /** The second of the id, which decides between equal prices: half of a large market has ten thousand listings of one price. */
  made = new Uint32Array(1_024);
  /** Whether each id that was put says its second. */
  isOrdered = true;
  /** A search's ranks by place, 0 wherever no search is at work: it has no turn of others within it, and leaves it as it was. */
  ranks = new Int32Array(1_024);
  size = 0;
  /** Listings of cards in free text. */
  freeTexts = 0;
  readonly #places = new NumberedPlaces();

  /** Where a listing stands until the next change; -1 for one that is not for sale. */
  placeOf(n: number): number {
    return this.#places.get(n);
  }

  put(row: FacetRow): void {
    let at = this.#places.get(row.n);
    if (at === -1) {
      at = this.size++;
      if (at >= this.n.length) this.#grow();
      this.#places.set(row.n, at);
      this.n[at] = row.n;
      this.moments.begin(row.n);
    } else {
      this.#unlink(at);
      this.prints.remove(this.print[at]!);
    }
    if (row.set !== null && row.setName !== null) this.setNames.set(row.set, row.setName);
    const kind = this.#kindOf(row);
    this.kind = roomFor(this.kind, kind);
    this.kind[at] = kind;
    this.print[at] = this.prints.add(this.sets.add(row.set), row.rarity === null ? 0 : this.rarities.add(row.rarity) || unheldRarity);
    const seller = this.sellers.add(row.seller);
    this.seller = roomFor(this.seller, seller);
    this.seller[at] = seller;
    this.issue[at] = this.#issueOf(row);
    const grading = this.gradings.add(row.grading);
    this.grading = roomFor(this.grading, grading);
    this.grading[at] = grading;
    this.price[at] = Math.min(row.priceRank, 0xffffffff);
    this.#link(at);
    this.moments.note(row.n, row.publishedAt, row.expiresAt);
    this.expiresAt[at] = row.expiresAt;
    this.publishedAt[at] = row.publishedAt;
    this.made[at] = row.made ?? 0;
    if (row.made === null) this.isOrdered = false;
  }

  /** The last row moves into the gap, so that the columns stay without holes. */
  remove(n: number): void {
    const at = this.#places.get(n);
    if (at === -1) return;
    const last = --this.size;
    this.#places.set(n, -1);
    this.#unlink(at);
    this.prints.remove(this.print[at]!);
    this.moments.end(n);
    if (at === last) return;
    this.#unlink(last);
    const moved = this.n[last] as number;
    for (const column of this.#columns()) column[at] = column[last] as number;
    this.#places.set(moved, at);
    this.#link(at);
  }

  #kindOf(row: FacetRow): number {
    return this.kinds.add({
      game: this.games.add(row.game),
      condition: this.conditions.add(row.condition),
      finish: this.finishes.add(row.finish),
      language: this.languages.add(row.language),
      flags: (row.isGraded ? flagBits.graded : 0) | (row.acceptsOffers ? flagBits.offers : 0) | (row.title === null ? 0 : flagBits.ownTitle),
      price: row.priceRank,
    });
  }

  #issueOf(row: FacetRow): number {
    const card = this.cards.add(row.card);
    const name = this.names.add(row.title === null ? row.name : `${row.name}\n${row.title}`);
    const number = this.numbers.add(row.number);
    const edition = this.editions.add(`${row.game}\n${row.set ?? ''}\n${row.setName ?? ''}`);
    // As a listing is stored with them (`searchTextOf`): each word stands in its name, its title, its edition or its number.
    this.wordsOf.names.note(name, () => searchWords(row.name, row.title));
    this.wordsOf.numbers.note(number, () => searchWords(row.number));
    this.wordsOf.editions.note(edition, () => searchWords(row.game, row.set, row.setName, gameNames[row.game as ListingGame]));
    const facts = { card, name, number, edition, ownTitle: Number(row.title !== null) };
    return this.issues.add(facts, (issue) => this.ofIssue.isFull(issue));
  }

  #link(at: number): void {
    const issue = this.issue[at]!;
    if (this.issues.card[issue] === 0) this.freeTexts++;
    this.ofIssue.link(at, issue);
    this.kinds.counts[this.kind[at]!]!++;
    if (this.prices) this.#pricesOf(at, this.prices).add(at);
  }

  #unlink(at: number): void {
    const issue = this.issue[at]!;
    if (this.issues.card[issue] === 0) this.freeTexts--;
    this.ofIssue.unlink(at, issue);
    this.kinds.counts[this.kind[at]!]!--;
    if (this.prices) this.#pricesOf(at, this.prices).remove(at);
  }

  #pricesOf(at: number, prices: PriceOrder[]): PriceOrder {
    const game = this.kinds.game[this.kind[at]!]!;
    while (prices.length <= game) prices.push(new PriceOrder(this, prices.length));
    return prices[game]!;
  }

  /** All places, given by game and price, a step at a time, once the columns stand as they are to stay. */
  *order(places: Int32Array): Generator<void> {
    const { kind, kinds } = this;
    const prices: PriceOrder[] = [];
    for (let from = 0; from < places.length; ) {
      const game = kinds.game[kind[places[from]!]!]!;
      let to = from;
      while (to < places.length && to - from < orderedAtOnce && kinds.game[kind[places[to]!]!] === game) to++;
      this.#pricesOf(places[from]!, prices).fill(places.subarray(from, to));
      from = to;
      yield;
    }
    this.prices = prices;
  }

  /** Issue `order[i]` + 1 comes to be i + 1, a step at a time: nobody may look meanwhile. */
  *renumber(order: Int32Array): Generator<void> {
    const { issue, issues } = this;
    const numbers = new Int32Array(issues.size + 1);
    this.issues = new Issues();
    for (let i = 0; i < order.length; i++) {
      numbers[order[i]! + 1] = this.issues.begin(issues.factsOf(order[i]! + 1));
      if (i % linkedAtOnce === 0) yield;
    }
    for (let at = 0; at < this.size; at++) issue[at] = numbers[issue[at]!]!;
    yield;
  }

  /** What stands at `order[i]` comes to stand at place i, a step at a time: nobody may look meanwhile. */
  *rearrange(order: Int32Array): Generator<void> {
    this.prices = null;
    // One block for all, and given back at once: a copy of each column would be fifty megabytes more, until they are collected.
    const block = new ArrayBuffer(this.size * 4);
    for (const column of this.#columns()) {
      const before = new (column.constructor as new (block: ArrayBuffer, from: number, length: number) => Column)(block, 0, this.size);
      before.set(column.subarray(0, this.size));
      for (let at = 0; at < order.length; at++) column[at] = before[order[at]!]!;
      yield;
    }
    block.transfer(0);
    this.freeTexts = 0;
    this.kinds.counts.fill(0);
    this.ofIssue.clear();
    // The last first, so that a chain is walked from the first place on.
    for (let at = this.size - 1; at >= 0; at--) {
      this.#places.set(this.n[at] as number, at);
      this.#link(at);
      if (at % linkedAtOnce === 0) yield;
    }
  }

  #columns() {
    return columnNames.map((name) => this[name]);
  }

  #grow(): void {
    for (const name of columnNames) Object.assign(this, { [name]: wider(this[name]) });
    this.ranks = wider(this.ranks);
  }
}
