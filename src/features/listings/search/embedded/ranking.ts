import { type SearchRequest, type SortKey, wordsRank } from '../listing-search.ts';
import type { ListingTable } from './listing-table.ts';
import type { Predicate } from './predicates.ts';

/** What the words of a search lead to. */
export interface WantCriteria {
  /** Ids of cards, best first. */
  cards: readonly string[];
  /** Ranks of listings of cards in free text, by the listing's number. */
  near: ReadonlyMap<number, number>;
  /** Whatever fits is meant as well. */
  words: Predicate | null;
}

/** How well rows fit the words of a search: the lower the better. */
export class Ranks {
  readonly #table: ListingTable;
  readonly #cards: readonly number[];
  /** By the code of a card; 0 for one that is not named. */
  readonly #ofCards: Uint32Array;
  readonly #ofRows: ReadonlyMap<number, number>;

  constructor(table: ListingTable, { cards, near }: WantCriteria) {
    this.#table = table;
    this.#ofCards = new Uint32Array(table.cards.size);
    for (const [i, id] of cards.entries()) this.#ofCards[table.cards.find(id)] = i + 1;
    this.#ofCards[0] = 0;
    this.#cards = cards.map((id) => table.cards.find(id)).filter((card) => card !== 0);
    this.#ofRows = new Map([...near].map(([n, rank]) => [table.rowOf(n), rank] as const).filter(([row]) => row !== -1));
  }

  /** Rows of the cards, and the listings, that are named. */
  *named(): Generator<number> {
    const { rowsOfCard } = this.#table;
    for (const card of this.#cards)
      for (let row = rowsOfCard.first(card); row !== -1; row = rowsOfCard.next(row)) yield row;
    yield* this.#ofRows.keys();
  }

  isNamed(row: number): boolean {
    return this.#ofCards[this.#table.columns.card[row]!] !== 0 || this.#ofRows.has(row);
  }

  of(row: number): number {
    return this.#ofCards[this.#table.columns.card[row]!] || (this.#ofRows.get(row) ?? wordsRank);
  }
}

/** The first rows in the requested order, by the whole sort key. */
export class TopK {
  readonly #rows: number[] = [];
  readonly #table: ListingTable;
  readonly #limit: number;
  readonly #column: Float64Array;
  readonly #sign: 1 | -1;
  readonly #ranks: Ranks | null;
  readonly #after: SortKey | null;
  /** The first part of the last row's key, once there are enough rows. */
  #worst = Number.POSITIVE_INFINITY;

  constructor(
    table: ListingTable,
    { sort, after, limit }: Pick<SearchRequest, 'sort' | 'after' | 'limit'>,
    ranks: Ranks | null,
  ) {
    this.#table = table;
    this.#limit = limit;
    this.#after = after;
    const { price, publishedAt, expiresAt } = table.columns;
    this.#column = sort === 'newest' ? publishedAt : sort === 'ending' ? expiresAt : price;
    this.#sign = sort === 'newest' || sort === 'price_desc' ? -1 : 1;
    this.#ranks = sort === 'relevance' ? ranks : null;
  }

  offer(row: number): void {
    // Most rows are too late by the first part of their key.
    if (this.#firstOf(row) > this.#worst) return;
    if (this.#after !== null && this.#isEarlier(row, this.#after)) return;
    const rows = this.#rows;
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(row, rows[middle]!)) high = middle;
      else low = middle + 1;
    }
    rows.splice(low, 0, row);
    if (rows.length > this.#limit) rows.pop();
    if (rows.length === this.#limit) this.#worst = this.#firstOf(rows.at(-1)!);
  }

  hits(): { id: string; key: SortKey }[] {
    return this.#rows.map((row) => ({ id: this.#table.ids[row]!, key: this.#keyOf(row) }));
  }

  #firstOf(row: number): number {
    return this.#ranks === null ? this.#sign * this.#column[row]! : this.#ranks.of(row);
  }

  #keyOf(row: number): SortKey {
    const key = [this.#column[row]!, this.#table.ids[row]!] as const;
    return this.#ranks === null ? key : [this.#ranks.of(row), ...key];
  }

  #isBefore(row: number, other: number): boolean {
    const byFirst = this.#firstOf(row) - this.#firstOf(other);
    if (byFirst !== 0) return byFirst < 0;
    const byColumn = this.#sign * (this.#column[row]! - this.#column[other]!);
    if (byColumn !== 0) return byColumn < 0;
    const { ids } = this.#table;
    return this.#sign === 1 ? ids[row]! < ids[other]! : ids[row]! > ids[other]!;
  }

  /** Whether a row is on an earlier page, which ended with the row of `key`. */
  #isEarlier(row: number, key: SortKey): boolean {
    const own = this.#keyOf(row);
    const at = own.findIndex((part, i) => part !== key[i]);
    return at === -1 || (own[at]! < key[at]! ? this.#sign === 1 : this.#sign === -1);
  }
}
