import { everySlice, type GameSlices } from './game-slices.ts';

/** Some leaves in a row, and what they have together: of sixty thousand listings at most, so that two bytes hold any count. */
export class PriceBranch {
  leaves = 0;
  size = 0;
  /** How many of each make of the game. */
  makes = new Uint32Array(0);
  /** By slice, how many of each print of the game. */
  readonly #sums: Uint16Array<ArrayBuffer>[] = [];
  readonly #slices: GameSlices;

  constructor(slices: GameSlices) {
    this.#slices = slices;
  }

  /** One more, or one less; by print as well where that is kept. */
  add(make: number, print: number, sign: 1 | -1, isSummed: boolean): void {
    this.size += sign;
    if (make >= this.makes.length) this.makes = wider(this.makes, make);
    this.makes[make]! += sign;
    if (!isSummed) return;
    this.#addTo(everySlice, print, sign);
    const slices = this.#slices.of(make);
    for (let i = 0; i < slices.length; i++) this.#addTo(slices[i]!, print, sign);
  }

  /** What some slices have is added to counts by print. */
  sum(slices: readonly number[], byPrint: Uint32Array): void {
    for (const slice of slices) {
      const sums = this.#sums[slice];
      if (sums) addAll(sums, byPrint, 1);
    }
  }

  forgetSums(): void {
    this.#sums.length = 0;
  }

  #addTo(slice: number, print: number, sign: 1 | -1): void {
    while (this.#sums.length <= slice) this.#sums.push(new Uint16Array(0));
    let sums = this.#sums[slice]!;
    if (print >= sums.length) {
      sums = wider(sums, print);
      this.#sums[slice] = sums;
    }
    sums[print]! += sign;
  }
}

type Counts = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** Counts may have room beyond what is asked for. */
export function addAll(counts: Uint16Array | Uint32Array, to: Uint32Array, sign: 1 | -1): void {
  const size = Math.min(counts.length, to.length);
  if (sign === 1) for (let i = 0; i < size; i++) to[i]! += counts[i]!;
  else for (let i = 0; i < size; i++) to[i]! -= counts[i]!;
}

/** With room for one at `at`, and an eighth more. */
export function wider<T extends Counts>(counts: T, at: number): T {
  const made = new (counts.constructor as new (length: number) => T)(at + 1 + ((at + 1) >> 3));
  made.set(counts);
  return made;
}
