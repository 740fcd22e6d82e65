import { flagBits, type Kinds } from './kinds.ts';

/** What a filter may ask of a make, each by itself. */
const factOf: readonly ((kinds: Kinds, make: number) => number)[] = [
  (kinds, make) => kinds.condition[make]!,
  (kinds, make) => kinds.finish[make]!,
  (kinds, make) => kinds.language[make]!,
  (kinds, make) => kinds.graded[make]!,
  (kinds, make) => kinds.flags[make]! & flagBits.offers,
];
/** The slice of all. */
export const everySlice = 0;

/** The listings of one game in slices: all of them, and those of each value of each fact of their makes, so that each is in six. */
export class GameSlices {
  readonly #kinds: Kinds;
  readonly #makes: readonly number[];
  /** By the make's number within the game: its slices, one for each fact. */
  readonly #ofMake: Uint16Array[] = [];
  readonly #numbers = new Map<number, number>();

  constructor(kinds: Kinds, game: number) {
    this.#kinds = kinds;
    this.#makes = kinds.makes[game]!;
  }

  /** Those of a make beside `everySlice`. */
  of(make: number): Uint16Array {
    while (this.#ofMake.length <= make) {
      const first = this.#makes[this.#ofMake.length]!;
      this.#ofMake.push(Uint16Array.from(factOf, (read, fact) => this.#number(fact * 0x10000 + read(this.#kinds, first))));
    }
    return this.#ofMake[make]!;
  }

  /** Slices that hold together what these makes have and nothing else, and nothing of it twice; null where no single fact says which makes those are. */
  saying(fits: Uint8Array): number[] | null {
    if (!fits.includes(0)) return [everySlice];
    for (let fact = 0; fact < factOf.length; fact++) {
      const slices = this.#sayingBy(fact, fits);
      if (slices) return slices;
    }
    return null;
  }

  #sayingBy(fact: number, fits: Uint8Array): number[] | null {
    const isIn = new Map<number, number>();
    for (let make = 0; make < fits.length; make++) {
      const slice = this.of(make)[fact]!;
      const said = isIn.get(slice);
      if (said === undefined) isIn.set(slice, fits[make]!);
      else if (said !== fits[make]) return null;
    }
    return [...isIn].flatMap(([slice, isMeant]) => (isMeant === 1 ? [slice] : []));
  }

  #number(key: number): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size + 1);
    return this.#numbers.size;
  }
}
