const fewestCells = 1_024;

/** Whole numbers to places, open addressing in two arrays: between a quarter and three quarters of the cells are in use, which makes 11 to 32 bytes an entry. */
export class PlaceMap {
  #keys = new Int32Array(fewestCells);
  #places = new Int32Array(fewestCells);
  /** Cells that have a key, forgotten ones among them. */
  #used = 0;
  #live = 0;

  get(key: number): number {
    const keys = this.#keys;
    for (let at = homeOf(key, keys.length); ; at = (at + 1) & (keys.length - 1)) {
      const found = keys[at];
      if (found === key) return (this.#places[at] as number) - 1;
      if (found === 0) return -1;
    }
  }

  /** Place -1 forgets the key but keeps its cell, so that a key that comes back finds it again. */
  set(key: number, place: number): void {
    if (this.#used * 4 >= this.#keys.length * 3) this.#fit();
    const keys = this.#keys;
    let at = homeOf(key, keys.length);
    while (keys[at] !== key && keys[at] !== 0) at = (at + 1) & (keys.length - 1);
    if (keys[at] === 0) {
      keys[at] = key;
      this.#used++;
    }
    this.#live += Number(place !== -1) - Number(this.#places[at] !== 0);
    this.#places[at] = place + 1;
    if (this.#live * 4 < keys.length && keys.length > fewestCells) this.#fit();
  }

  /** As many cells as keep at most half of them in use: larger or smaller than before, or as many without the forgotten. */
  #fit(): void {
    const keys = this.#keys;
    const places = this.#places;
    let size = fewestCells;
    while (size < this.#live * 2) size *= 2;
    this.#keys = new Int32Array(size);
    this.#places = new Int32Array(size);
    this.#used = this.#live;
    for (let i = 0; i < keys.length; i++) {
      if (places[i] === 0) continue;
      let at = homeOf(keys[i]!, size);
      while (this.#keys[at] !== 0) at = (at + 1) & (size - 1);
      this.#keys[at] = keys[i]!;
      this.#places[at] = places[i]!;
    }
  }
}

/** By the upper bits of the product, which numbers at equal distances from each other have in common least. */
const homeOf = (key: number, cells: number) => Math.imul(key, 0x9e3779b1) >>> (Math.clz32(cells) + 1);
