import { GamePrints } from './game-prints.ts';
import { GameSlices } from './game-slices.ts';
import type { Kinds } from './kinds.ts';
import { addAll, PriceBranch } from './price-branch.ts';
import { mostInLeaf, PriceLeaf } from './price-leaf.ts';

/** Of a leaf: some room is left where all are put in at once, so that the next ones find it. */
const filled = 3_800;
/** Leaves of a branch, at once and at most: what is in part of a range is looked through, up to half of it. */
const branchFilled = 10;
const mostOfBranch = 15;
/** Where a game has more prints than this, which it takes sellers who type rarities for, sums by print would be larger than its listings. */
const mostPrints = 8_192;

/** Some of one leaf, in the order of their prices, until the next change. */
export interface Piece {
  /** The first kind of each make of the game. */
  kinds: readonly number[];
  places: Int32Array;
  makes: Uint16Array;
}

/** What an order reads of the columns, which move as the market grows. */
interface Priced {
  readonly price: Uint32Array;
  readonly kind: Uint16Array | Int32Array;
  readonly print: Uint16Array;
  readonly kinds: Kinds;
}

/** From one place in one leaf to before another in that or a later one. */
interface Range {
  first: number;
  from: number;
  last: number;
  to: number;
}

/**
 * The places of one game by price: in leaves, so that one more moves some thousand and no more. Some leaves in a row are a branch, which knows how many of each make it has, and of each print by what a filter may ask of a
 * make: so a range of prices is counted by adding, and of the branches at its two ends the smaller part is looked through.
 */
export class PriceOrder {
  readonly #columns: Priced;
  readonly #kinds: readonly number[];
  readonly #leaves: PriceLeaf[] = [];
  readonly #prints = new GamePrints();
  readonly #slices: GameSlices;
  #isSummed = true;

  constructor(columns: Priced, game: number) {
    this.#columns = columns;
    this.#kinds = columns.kinds.makes[game]!;
    this.#slices = new GameSlices(columns.kinds, game);
  }

  /** The prints that its listings have, or had: what is counted by print stands in this order. */
  get prints(): readonly number[] {
    return this.#prints.prints;
  }

  /** Many at once, in their order and behind all that are there. */
  fill(places: Int32Array): void {
    for (let from = 0; from < places.length; from += filled) {
      const last = this.#leaves.at(-1)?.branch;
      const leaf = new PriceLeaf(last && last.leaves < branchFilled ? last : new PriceBranch(this.#slices));
      this.#leaves.push(leaf);
      for (const place of places.subarray(from, from + filled)) this.#insert(leaf, leaf.size, place);
    }
  }

  add(place: number): void {
    const price = this.#columns.price[place]!;
    const at = Math.max(0, this.#leafFrom(price + 1) - 1);
    if (this.#leaves.length === 0) this.#leaves.push(new PriceLeaf(new PriceBranch(this.#slices)));
    const leaf = this.#leaves[at]!;
    this.#insert(leaf, this.#within(leaf, price + 1), place);
    if (leaf.size === mostInLeaf) this.#part(at);
  }

  /** As long as its price is that which it was added with. */
  remove(place: number): void {
    const price = this.#columns.price[place]!;
    for (let at = Math.max(0, this.#leafFrom(price) - 1); at < this.#leaves.length; at++) {
      const leaf = this.#leaves[at]!;
      const from = leaf.places.subarray(0, leaf.size).indexOf(place, this.#within(leaf, price));
      if (from === -1) continue;
      leaf.branch.add(leaf.makes[from]!, leaf.prints[from]!, -1, this.#isSummed);
      leaf.remove(from);
      if (leaf.size > 0) return;
      leaf.branch.leaves--;
      this.#leaves.splice(at, 1);
      return;
    }
    throw new Error(`Place ${place} is not in the order of its price.`);
  }

  /** Those of these prices, both included. */
  between(min: number, max: number): Piece[] {
    const range = this.#rangeOf(min, max);
    if (range === null) return [];
    const pieces: Piece[] = [];
    for (let at = range.first; at <= range.last; at++) {
      const { places, makes, size } = this.#leaves[at]!;
      const [from, to] = within(range, at, size);
      pieces.push({ kinds: this.#kinds, places: places.subarray(from, to), makes: makes.subarray(from, to) });
    }
    return pieces;
  }

  /** How many of each make are of these prices is added to counts by their numbers in the game. */
  countMakes(min: number, max: number, byMake: Uint32Array): void {
    this.#count(
      this.#rangeOf(min, max),
      true,
      ({ makes }) => addAll(makes, byMake, 1),
      (leaf, from, to, sign) => leaf.countMakes(from, to, sign, byMake),
    );
  }

  /** How many of each print are of these prices and of the makes that fit is added to counts in the order of `prints`. */
  countPrints(min: number, max: number, fits: Uint8Array, byPrint: Uint32Array): void {
    const slices = this.#isSummed ? this.#slices.saying(fits) : null;
    this.#count(
      this.#rangeOf(min, max),
      slices !== null,
      (branch) => branch.sum(slices ?? [], byPrint),
      (leaf, from, to, sign) => leaf.countPrints(from, to, sign, fits, byPrint),
    );
  }

  /** Whole branches are given where they are known as a whole, what is to be added or taken off beside them leaf by leaf. */
  #count(
    range: Range | null,
    isKnown: boolean,
    ofBranch: (branch: PriceBranch) => void,
    ofLeaf: (leaf: PriceLeaf, from: number, to: number, sign: 1 | -1) => void,
  ): void {
    if (range === null) return;
    const leaves = this.#leaves;
    let at = range.first;
    while (leaves[at - 1]?.branch === leaves[at]!.branch) at--;
    for (; at <= range.last; at += leaves[at]!.branch.leaves) {
      const { branch } = leaves[at]!;
      let inside = 0;
      for (let i = at; i < at + branch.leaves; i++) {
        const [from, to] = within(range, i, leaves[i]!.size);
        inside += to - from;
      }
      const isAdded = !isKnown || inside * 2 <= branch.size;
      if (!isAdded) ofBranch(branch);
      for (let i = at; i < at + branch.leaves; i++) {
        const leaf = leaves[i]!;
        const [from, to] = within(range, i, leaf.size);
        if (isAdded && from < to) ofLeaf(leaf, from, to, 1);
        else if (!isAdded && from > 0) ofLeaf(leaf, 0, from, -1);
        if (!isAdded && to < leaf.size) ofLeaf(leaf, to, leaf.size, -1);
      }
    }
  }

  #rangeOf(min: number, max: number): Range | null {
    let first = Math.max(0, this.#leafFrom(min) - 1);
    const last = this.#leafFrom(max + 1) - 1;
    if (last < first) return null;
    let from = this.#within(this.#leaves[first]!, min);
    if (from === this.#leaves[first]!.size) [first, from] = [first + 1, 0];
    const to = this.#within(this.#leaves[last]!, max + 1);
    return first < last || (first === last && from < to) ? { first, from, last, to } : null;
  }

  /** The first leaf that begins with so much or more. */
  #leafFrom(price: number): number {
    return firstFrom(this.#leaves.length, (at) => this.#columns.price[this.#leaves[at]!.places[0]!]! >= price);
  }

  /** Where in a leaf the first of so much or more stands. */
  #within(leaf: PriceLeaf, price: number): number {
    return firstFrom(leaf.size, (at) => this.#columns.price[leaf.places[at]!]! >= price);
  }

  #insert(leaf: PriceLeaf, at: number, place: number): void {
    const { kinds, kind, print } = this.#columns;
    const [make, ofGame] = [kinds.ofGame[kind[place]!]!, this.#prints.add(print[place]!)];
    leaf.insert(at, place, make, ofGame);
    leaf.branch.add(make, ofGame, 1, this.#isSummed);
    if (!this.#isSummed || this.prints.length <= mostPrints) return;
    this.#isSummed = false;
    for (const { branch } of this.#leaves) branch.forgetSums();
  }

  /** A full leaf becomes two, and its branch as well where it has too many then. */
  #part(at: number): void {
    const leaf = this.#leaves[at]!;
    this.#leaves.splice(at + 1, 0, leaf.part());
    if (leaf.branch.leaves <= mostOfBranch) return;
    const its = this.#leaves.filter(({ branch }) => branch === leaf.branch);
    for (const some of [its.slice(0, its.length >> 1), its.slice(its.length >> 1)]) {
      const branch = new PriceBranch(this.#slices);
      for (const each of some) {
        each.move(branch);
        for (let i = 0; i < each.size; i++) branch.add(each.makes[i]!, each.prints[i]!, 1, this.#isSummed);
      }
    }
  }
}

/** What of a leaf is in a range. */
function within({ first, from, last, to }: Range, at: number, size: number): [number, number] {
  return [at < first ? size : at === first ? from : 0, at < first || (at < last && at >= first) ? size : at === last ? to : 0];
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
