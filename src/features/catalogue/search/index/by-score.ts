/** An entry's score and its turn are one number: 32 bits of the one, 21 of the other are what a number holds whole. */
const mostEntries = 2 ** 21;

/**
 * Entries in the order of their scores, the greatest first, equal ones as they came. Sorted as plain numbers by the
 * engine itself, in a block that is used again: a thousand names compared by a function were most of what a search
 * allocated.
 */
export class ByScore {
  /** A score's bits: those of numbers that are not negative lie in the order of the numbers. */
  readonly #bits: Uint32Array;
  #entries = new Uint32Array(1_024);
  #keys = new Float64Array(1_024);
  count = 0;

  constructor(scores: Float32Array) {
    this.#bits = new Uint32Array(scores.buffer, scores.byteOffset, scores.length);
  }

  clear(): void {
    this.count = 0;
  }

  add(entry: number): void {
    if (this.count === this.#keys.length) this.#grow();
    this.#entries[this.count] = entry;
    this.#keys[this.count] = (0xffffffff - (this.#bits[entry] as number)) * mostEntries + this.count;
    this.count++;
  }

  sort(): void {
    this.#keys.subarray(0, this.count).sort();
  }

  /** By place in the order. */
  entry(at: number): number {
    return this.#entries[(this.#keys[at] as number) % mostEntries] as number;
  }

  #grow(): void {
    if (this.count >= mostEntries) throw new RangeError('more names than the search can put in order');
    const [entries, keys] = [this.#entries, this.#keys];
    this.#entries = new Uint32Array(entries.length * 2);
    this.#entries.set(entries);
    this.#keys = new Float64Array(keys.length * 2);
    this.#keys.set(keys);
  }
}
