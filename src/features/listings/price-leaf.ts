import { addAll, type PriceBranch, wider } from './price-branch.ts';

/** Some microseconds' work to look through, and to move. */
export const mostInLeaf = 4_096;

/** Some places in the order of their prices. Of each stand beside it its make's number and its print's within the game: beside each other they are read in a fifth of the time of a look at the columns. */
export class PriceLeaf {
  readonly places = new Int32Array(mostInLeaf);
  readonly makes = new Uint16Array(mostInLeaf);
  readonly prints = new Uint16Array(mostInLeaf);
  size = 0;
  /** Whose counts its places are in, which is for the order to see to. */
  branch: PriceBranch;
  /** How many it has of each make. */
  #counts = new Uint16Array(0);

  constructor(branch: PriceBranch) {
    this.branch = branch;
    branch.leaves++;
  }

  insert(at: number, place: number, make: number, print: number): void {
    for (const column of [this.places, this.makes, this.prints]) column.copyWithin(at + 1, at, this.size);
    this.size++;
    this.places[at] = place;
    this.makes[at] = make;
    this.prints[at] = print;
    if (make >= this.#counts.length) this.#counts = wider(this.#counts, make);
    this.#counts[make]!++;
  }

  remove(at: number): void {
    this.#counts[this.makes[at]!]!--;
    for (const column of [this.places, this.makes, this.prints]) column.copyWithin(at, at + 1, this.size);
    this.size--;
  }

  /** Its upper half, as a leaf of the same branch. */
  part(): PriceLeaf {
    const half = this.size >> 1;
    const other = new PriceLeaf(this.branch);
    for (let i = half; i < this.size; i++) other.insert(i - half, this.places[i]!, this.makes[i]!, this.prints[i]!);
    for (let i = half; i < this.size; i++) this.#counts[this.makes[i]!]!--;
    this.size = half;
    return other;
  }

  /** To another branch, whose counts are for the caller. */
  move(branch: PriceBranch): void {
    this.branch = branch;
    branch.leaves++;
  }

  /** What stands from one place in it to before another is added to counts by make, or taken off. */
  countMakes(from: number, to: number, sign: 1 | -1, byMake: Uint32Array): void {
    if ((to - from) * 2 <= this.size) this.#walkMakes(from, to, sign, byMake);
    else {
      addAll(this.#counts, byMake, sign);
      this.#walkMakes(0, from, sign === 1 ? -1 : 1, byMake);
      this.#walkMakes(to, this.size, sign === 1 ? -1 : 1, byMake);
    }
  }

  /** The same by print, of the makes that fit; without a branch that the processor would have to guess. */
  countPrints(from: number, to: number, sign: 1 | -1, fits: Uint8Array, byPrint: Uint32Array): void {
    const { makes, prints } = this;
    if (sign === 1) for (let i = from; i < to; i++) byPrint[prints[i]!]! += fits[makes[i]!]!;
    else for (let i = from; i < to; i++) byPrint[prints[i]!]! -= fits[makes[i]!]!;
  }

  #walkMakes(from: number, to: number, sign: 1 | -1, byMake: Uint32Array): void {
    const { makes } = this;
    for (let i = from; i < to; i++) byMake[makes[i]!]! += sign;
  }
}
