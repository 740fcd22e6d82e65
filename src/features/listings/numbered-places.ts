import { PlaceMap } from './place-map.ts';

const bits = 12;
const ofPage = 1 << bits;
/** A page takes four bytes of each of its numbers, so from an eighth of them on it takes no more than the map. Apart from where a page is begun, so that one sale and one listing do not turn it again and again. */
const fewestOfPage = ofPage / 8;
const beginsPage = ofPage / 4;

/**
 * Places of listings by their numbers, which come one after the other: pages of four thousand, a quarter of what a map of any numbers takes. Where most of a page is for sale no more its numbers stand in a map, so that a market
 * pays for what it has and not for what it has had: 32 bytes a listing at most.
 */
export class NumberedPlaces {
  /** One more than the place, 0 is none; null where the numbers stand in the map. */
  readonly #pages: (Int32Array | null)[] = [];
  /** How many of each page have a place, in the map too. */
  readonly #held: number[] = [];
  readonly #sparse = new PlaceMap();

  get(n: number): number {
    const page = this.#pages[n >> bits];
    return page ? page[n & (ofPage - 1)]! - 1 : this.#sparse.get(n);
  }

  /** Place -1 forgets the number. */
  set(n: number, place: number): void {
    const at = n >> bits;
    while (this.#pages.length <= at) {
      this.#pages.push(null);
      this.#held.push(0);
    }
    const page = this.#pages[at];
    const held = this.#held[at]! + Number(place !== -1) - Number(this.get(n) !== -1);
    this.#held[at] = held;
    if (page) page[n & (ofPage - 1)] = place + 1;
    else this.#sparse.set(n, place);
    if (page && held < fewestOfPage) this.#spread(at, page);
    if (!page && held >= beginsPage) this.#gather(at);
  }

  #spread(at: number, page: Int32Array): void {
    this.#pages[at] = null;
    for (let i = 0; i < ofPage; i++) if (page[i] !== 0) this.#sparse.set(at * ofPage + i, page[i]! - 1);
  }

  #gather(at: number): void {
    const page = new Int32Array(ofPage);
    for (let i = 0; i < ofPage; i++) {
      const place = this.#sparse.get(at * ofPage + i);
      if (place === -1) continue;
      page[i] = place + 1;
      this.#sparse.set(at * ofPage + i, -1);
    }
    this.#pages[at] = page;
  }
}
