const bits = 12;
const ofPage = 1 << bits;

interface Page {
  /** One more than the place; 0 is none. */
  places: Int32Array;
  held: number;
}

/** Places of listings by their numbers, which come one after the other: pages of four thousand, given up when nothing of one is for sale any more. A quarter of what a map of any numbers takes. */
export class NumberedPlaces {
  readonly #pages: (Page | null)[] = [];

  get(n: number): number {
    const page = this.#pages[n >> bits];
    return page ? page.places[n & (ofPage - 1)]! - 1 : -1;
  }

  /** Place -1 forgets the number. */
  set(n: number, place: number): void {
    const at = n >> bits;
    while (this.#pages.length <= at) this.#pages.push(null);
    const page = this.#pages[at] ?? { places: new Int32Array(ofPage), held: 0 };
    this.#pages[at] = page;
    const before = page.places[n & (ofPage - 1)]!;
    page.places[n & (ofPage - 1)] = place + 1;
    page.held += Number(place !== -1) - Number(before !== 0);
    if (page.held === 0) this.#pages[at] = null;
  }
}
