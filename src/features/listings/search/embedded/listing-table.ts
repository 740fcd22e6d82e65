import { type CopyFlag, copyFlags } from '#features/catalogue/words.ts';
import { priceEdges } from '../listing-search.ts';
import { grown, PostingLists, TermDictionary, TextDictionary } from './inverted-index.ts';

/** A listing for sale as the table holds it. */
export interface IndexedListing extends Printing, Record<CopyFlag, boolean> {
  /** Its number in the database, from 1 up. */
  n: number;
  id: string;
  /** Null for a card in free text. */
  card: string | null;
  condition: string;
  finish: string | null;
  language: string;
  graded: boolean;
  /** Both null for a card that is not graded. */
  company: string | null;
  grade: string | null;
  photo: boolean;
  acceptsOffers: boolean;
  edition: string | null;
  /** The country of its seller. */
  shipsFrom: string | null;
  /** Destinations, joined by spaces; null for every country. */
  shipsTo: string | null;
  /** Minor units of the reference currency. */
  price: number;
  seller: string;
  name: string;
  title: string;
  /** Its search words, joined by spaces. */
  words: string;
  number: string | null;
  /** `company\ngrade` in lower case, the grade empty where it is no number; null for a card that is not graded. */
  grading: string | null;
  /** Microseconds since 1970, and so is `expiresAt`. */
  publishedAt: number;
  expiresAt: number;
}

/** Columns of low cardinality. Each combination has one code and is evaluated once for each query. */
export const dimensions = [
  'game',
  'condition',
  'finish',
  'language',
  'graded',
  'company',
  'grade',
  'photo',
  'acceptsOffers',
  'edition',
  'shipsFrom',
  'shipsTo',
  ...copyFlags,
] as const;
export type Dimension = (typeof dimensions)[number];
export const priceBuckets = priceEdges.length + 1;

export interface Printing {
  game: string;
  set: string | null;
  setName: string | null;
  rarity: string | null;
}

interface CodedPrinting extends Printing {
  setCode: number;
  rarityCode: number;
}

/** Rows of one game whose prices are from `lowest` up to the `lowest` of the block after it. */
export interface Block {
  readonly game: number;
  readonly lowest: number;
  /** Its first row, and the row behind the last one that was ever used. */
  readonly start: number;
  end: number;
  readonly free: number[];
  /** No listing of the block expires before. */
  expiresAt: number;
}

const columnTypes = {
  n: Int32Array,
  /** The code of a combination of facts; 0 for a free row. */
  combination: Int32Array,
  /** Of the price facet. */
  bucket: Uint8Array,
  printing: Int32Array,
  card: Int32Array,
  text: Int32Array,
  number: Int32Array,
  seller: Int32Array,
  grading: Int32Array,
  price: Float64Array,
  publishedAt: Float64Array,
  expiresAt: Float64Array,
} as const;
export type Columns = { -readonly [Name in keyof typeof columnTypes]: InstanceType<(typeof columnTypes)[Name]> };
export type ColumnName = keyof Columns;

/** Everything that is for sale, as columns of numbers. */
export class ListingTable {
  readonly blockRows: number;
  /** Values of all dimensions. */
  readonly values = new TermDictionary();
  readonly sets = new TermDictionary();
  readonly setNames = new Map<string, string>();
  readonly rarities = new TermDictionary();
  readonly texts = new TextDictionary();
  readonly numbers = new TermDictionary();
  readonly gradings = new TermDictionary();
  readonly cards = new TermDictionary();
  readonly sellers = new TermDictionary();
  /** By code; the first means none. */
  readonly printings: CodedPrinting[] = [
    { game: '', set: null, setName: null, rarity: null, setCode: 0, rarityCode: 0 },
  ];
  readonly #printings = new TermDictionary();
  readonly #combinations = new TermDictionary();
  /** By combination, the code of each dimension's value. */
  readonly combinations: number[][] = [dimensions.map(() => 0)];
  /** How many listings: at combination × `priceBuckets` + bucket. */
  counts = new Uint32Array(priceBuckets);
  readonly columns = Object.fromEntries(
    Object.entries(columnTypes).map(([name, type]) => [name, new type(0)]),
  ) as unknown as Columns;
  readonly ids: string[] = [];
  /** By the code of a game, cheapest first. */
  readonly blocksOf: Block[][] = [];
  readonly #blocks: Block[] = [];
  /** By the code of a card, its rows. */
  readonly rowsOfCard = new PostingLists();
  /** By the listing's number. */
  #rows = new Int32Array(1_024).fill(-1);
  size = 0;
  /** How many listings are of cards in free text. */
  freeTexts = 0;

  constructor(blockRows = 4_096) {
    this.blockRows = blockRows;
  }

  /** The row of a listing, -1 where it is not for sale. A row is good until the next change. */
  rowOf(n: number): number {
    return this.#rows[n] ?? -1;
  }

  /** Of the dictionaries that members can add to: how many entries the largest one has. */
  get largestDictionary(): number {
    return Math.max(
      ...[this.texts, this.numbers, this.gradings, this.sellers, this.#printings].map(({ size }) => size),
    );
  }

  /** Adds a listing, or puts it in the place of what it was before. */
  put(listing: IndexedListing): void {
    this.remove(listing.n);
    const combination = this.#combinationOf(listing);
    const bucket = bucketOf(listing.price);
    const block = this.#blockFor(this.combinations[combination]![0]!, listing.price);
    const row = block.free.pop() ?? block.end++;
    block.expiresAt = Math.min(block.expiresAt, listing.expiresAt);
    const title = listing.title.startsWith(listing.name) ? listing.title : `${listing.name}\t${listing.title}`;
    const { columns } = this;
    columns.n[row] = listing.n;
    columns.combination[row] = combination;
    columns.bucket[row] = bucket;
    columns.printing[row] = this.#printingOf(listing);
    columns.text[row] = this.texts.add(title, listing.words);
    columns.number[row] = this.numbers.add(listing.number);
    columns.seller[row] = this.sellers.add(listing.seller);
    columns.grading[row] = this.gradings.add(listing.grading);
    columns.price[row] = listing.price;
    columns.publishedAt[row] = listing.publishedAt;
    columns.expiresAt[row] = listing.expiresAt;
    this.ids[row] = listing.id;
    columns.card[row] = this.cards.add(listing.card);
    if (listing.card === null) this.freeTexts++;
    else this.rowsOfCard.add(columns.card[row]!, row);
    this.counts[combination * priceBuckets + bucket]!++;
    this.size++;
    this.#rows = grown(this.#rows, listing.n + 1, -1);
    this.#rows[listing.n] = row;
  }

  remove(n: number): void {
    const row = this.rowOf(n);
    if (row === -1) return;
    const { combination, bucket, card } = this.columns;
    this.counts[combination[row]! * priceBuckets + bucket[row]!]!--;
    this.size--;
    if (card[row] === 0) this.freeTexts--;
    else this.rowsOfCard.remove(card[row]!, row);
    this.#rows[n] = -1;
    this.#free(row, this.#blocks[Math.floor(row / this.blockRows)]!);
  }

  /** Removes what has ended by the clock, in microseconds since 1970. */
  removeExpired(now: number): void {
    const { n, combination, expiresAt } = this.columns;
    for (const block of this.#blocks) {
      if (block.expiresAt > now) continue;
      block.expiresAt = Number.POSITIVE_INFINITY;
      for (let row = block.start; row < block.end; row++) {
        if (combination[row] === 0) continue;
        if (expiresAt[row]! <= now) this.remove(n[row]!);
        else block.expiresAt = Math.min(block.expiresAt, expiresAt[row]!);
      }
    }
  }

  #combinationOf(listing: IndexedListing): number {
    const values = dimensions.map((dimension) => listing[dimension]);
    const combination = this.#combinations.add(values.join('\n'));
    if (combination < this.combinations.length) return combination;
    this.combinations.push(values.map((value) => this.values.add(value === null ? null : String(value))));
    this.counts = grown(this.counts, (combination + 1) * priceBuckets);
    return combination;
  }

  #printingOf({ game, set, setName, rarity }: Printing): number {
    if (set !== null && setName !== null) this.setNames.set(set, setName);
    const printing = this.#printings.add(JSON.stringify([game, set, setName, rarity]));
    if (printing === this.printings.length) {
      const codes = { setCode: this.sets.add(set), rarityCode: this.rarities.add(rarity) };
      this.printings.push({ game, set, setName, rarity, ...codes });
    }
    return printing;
  }

  /** The block of a game and a price, with space for one more row. */
  #blockFor(game: number, price: number): Block {
    this.blocksOf[game] ??= [this.#beginBlock(game, 0)];
    const blocks = this.blocksOf[game];
    let [low, high] = [0, blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (blocks[middle]!.lowest <= price) low = middle;
      else high = middle - 1;
    }
    const block = blocks[low]!;
    if (block.free.length > 0 || block.end < block.start + this.blockRows) return block;
    const upper = this.#split(block);
    blocks.splice(low + 1, 0, upper);
    return price >= upper.lowest ? upper : block;
  }

  /**
   * Moves the dearer half of a full block into a new one, as a B-tree splits a leaf. Rows of the middle price may stay
   * in both.
   */
  #split(block: Block): Block {
    const { price } = this.columns;
    const half = this.blockRows >> 1;
    const middle = price.slice(block.start, block.end).sort()[half]!;
    const upper = this.#beginBlock(block.game, middle);
    const { columns } = this;
    for (let row = block.start; row < block.end; row++) if (columns.price[row]! > middle) this.#move(row, block, upper);
    for (let row = block.start; row < block.end && upper.end - upper.start < half; row++)
      if (columns.combination[row] !== 0 && columns.price[row] === middle) this.#move(row, block, upper);
    upper.expiresAt = block.expiresAt;
    return upper;
  }

  #move(row: number, from: Block, into: Block): void {
    const to = into.end++;
    const { columns } = this;
    for (const column of Object.values(columns)) column[to] = column[row]!;
    this.ids[to] = this.ids[row]!;
    this.#rows[columns.n[row]!] = to;
    const card = columns.card[row]!;
    if (card !== 0) {
      this.rowsOfCard.remove(card, row);
      this.rowsOfCard.add(card, to);
    }
    this.#free(row, from);
  }

  #free(row: number, block: Block): void {
    this.columns.combination[row] = 0;
    this.ids[row] = '';
    block.free.push(row);
  }

  #beginBlock(game: number, lowest: number): Block {
    const start = this.#blocks.length * this.blockRows;
    const block = { game, lowest, start, end: start, free: [], expiresAt: Number.POSITIVE_INFINITY };
    this.#blocks.push(block);
    const { columns } = this;
    const rows = start + this.blockRows;
    for (const name of Object.keys(columns) as ColumnName[]) columns[name] = grown(columns[name], rows) as never;
    this.rowsOfCard.reserve(rows);
    return block;
  }
}

function bucketOf(price: number): number {
  const bucket = priceEdges.findIndex((edge) => price < edge);
  return bucket === -1 ? priceEdges.length : bucket;
}
