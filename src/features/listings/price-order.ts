import type { Kinds } from './kinds.ts';

/** Some microseconds' work to look through, and to move. */
const mostInLeaf = 4_096;
/** Left free where all are put in at once, so that the next ones find room. */
const filled = 3_800;

interface Leaf {
  places: Int32Array;
  /** Of each place its make's number within the game, and its print: beside each other they are read in a fifth of the time of a look at the columns. */
  makes: Uint16Array;
  prints: Uint16Array;
  size: number;
  /** How many it has of each make. */
  counts: Uint32Array;
}

/** Some of one leaf, in the order of their prices, until the next change. */
export interface Piece {
  /** The first kind of each make of the game. */
  kinds: readonly number[];
  places: Int32Array;
  makes: Uint16Array;
  prints: Uint16Array;
  /** Null where it is not the whole leaf. */
  counts: Uint32Array | null;
}

/** What an order reads of the columns, which move as the market grows. */
interface Priced {
  readonly price: Uint32Array;
  readonly kind: Uint16Array | Int32Array;
  readonly print: Uint16Array;
  readonly kinds: Kinds;
}

/** The places of one game by price: in leaves, so that one more moves some thousand and no more, and a range of prices is counted by adding. */
export class PriceOrder {
  readonly #columns: Priced;
  readonly #kinds: readonly number[];
  readonly #leaves: Leaf[] = [];

  constructor(columns: Priced, game: number) {
    this.#columns = columns;
    this.#kinds = columns.kinds.makes[game]!;
  }

  /** Many at once, in their order and behind all that are there. */
  fill(places: Int32Array): void {
    for (let from = 0; from < places.length; from += filled) this.#leaves.push(this.#leafOf(places.subarray(from, from + filled)));
  }

  add(place: number): void {
    const price = this.#columns.price[place]!;
    const at = Math.max(0, this.#leafFrom(price + 1) - 1);
    const leaf = this.#leaves[at];
    if (!leaf) {
      this.#leaves.push(this.#leafOf(Int32Array.of(place)));
      return;
    }
    const to = this.#within(leaf, price + 1);
    for (const column of [leaf.places, leaf.makes, leaf.prints]) column.copyWithin(to + 1, to, leaf.size);
    leaf.size++;
    this.#write(leaf, to, place);
    if (leaf.size < mostInLeaf) return;
    const half = leaf.size >> 1;
    this.#leaves.splice(at, 1, this.#leafOf(leaf.places.subarray(0, half)), this.#leafOf(leaf.places.subarray(half, leaf.size)));
  }

  /** As long as its price is that which it was added with. */
  remove(place: number): void {
    const price = this.#columns.price[place]!;
    for (let at = Math.max(0, this.#leafFrom(price) - 1); at < this.#leaves.length; at++) {
      const leaf = this.#leaves[at]!;
      const from = leaf.places.subarray(0, leaf.size).indexOf(place, this.#within(leaf, price));
      if (from === -1) continue;
      leaf.counts[leaf.makes[from]!]!--;
      for (const column of [leaf.places, leaf.makes, leaf.prints]) column.copyWithin(from, from + 1, leaf.size);
      leaf.size--;
      if (leaf.size === 0) this.#leaves.splice(at, 1);
      return;
    }
    throw new Error(`Place ${place} is not in the order of its price.`);
  }

  /** Those of these prices, both included. */
  between(min: number, max: number): Piece[] {
    const pieces: Piece[] = [];
    for (let at = Math.max(0, this.#leafFrom(min) - 1); at < this.#leaves.length; at++) {
      const leaf = this.#leaves[at]!;
      if (this.#priceIn(leaf, 0) > max) break;
      const from = this.#priceIn(leaf, 0) >= min ? 0 : this.#within(leaf, min);
      const to = this.#priceIn(leaf, leaf.size - 1) <= max ? leaf.size : this.#within(leaf, max + 1);
      if (from === to) continue;
      const [places, makes, prints] = [leaf.places.subarray(from, to), leaf.makes.subarray(from, to), leaf.prints.subarray(from, to)];
      pieces.push({ kinds: this.#kinds, places, makes, prints, counts: to - from === leaf.size ? leaf.counts : null });
    }
    return pieces;
  }

  #priceIn({ places }: Leaf, at: number): number {
    return this.#columns.price[places[at]!]!;
  }

  /** The first leaf that begins with so much or more. */
  #leafFrom(price: number): number {
    return firstFrom(this.#leaves.length, (at) => this.#priceIn(this.#leaves[at]!, 0) >= price);
  }

  /** Where in a leaf the first of so much or more stands. */
  #within(leaf: Leaf, price: number): number {
    return firstFrom(leaf.size, (at) => this.#priceIn(leaf, at) >= price);
  }

  #leafOf(places: Int32Array): Leaf {
    const [makes, prints] = [new Uint16Array(mostInLeaf), new Uint16Array(mostInLeaf)];
    const leaf: Leaf = { places: new Int32Array(mostInLeaf), makes, prints, size: places.length, counts: new Uint32Array(0) };
    for (let i = 0; i < places.length; i++) this.#write(leaf, i, places[i]!);
    return leaf;
  }

  #write(leaf: Leaf, at: number, place: number): void {
    const { kinds, kind, print } = this.#columns;
    const make = kinds.ofGame[kind[place]!]!;
    leaf.places[at] = place;
    leaf.makes[at] = make;
    leaf.prints[at] = print[place]!;
    if (make >= leaf.counts.length) {
      const wider = new Uint32Array(this.#kinds.length);
      wider.set(leaf.counts);
      leaf.counts = wider;
    }
    leaf.counts[make]!++;
  }
}

/** The first of so many of which it is true; it is of all behind that one. */
function firstFrom(size: number, is: (at: number) => boolean): number {
  let from = 0;
  for (let to = size; from < to; ) {
    const middle = (from + to) >> 1;
    if (is(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
