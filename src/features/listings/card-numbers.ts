import { wider } from './column.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const digits = new Int8Array(128).fill(-1);
for (let i = 0; i < alphabet.length; i++) digits[alphabet.charCodeAt(i)] = i;

/**
 * Cards by their ids, each with a number of its own, 1 and up; 0 stands for none. An id of the catalogue is eighty bits, kept as two halves in a block: a quarter of a
 * million cards are 5 MB outside the heap, where a Map of their ids was 20 MB for the collector to walk over.
 */
export class CardNumbers {
  /** Of the halves of each number's id, forty bits each, the lower thirty-two one after the other, and the upper eight of both as one. */
  #lower = new Uint32Array(2_048);
  #upper = new Uint16Array(1_024);
  /** Open addressing: the number that stands in a cell. */
  #cells = new Int32Array(2_048);
  /** What is no id of the catalogue's making. */
  readonly #others = new Map<string, number>();
  #count = 0;
  #high = 0;
  #low = 0;

  /** How many there are. */
  get size(): number {
    return this.#count;
  }

  add(id: string | null): number {
    if (id === null) return 0;
    const known = this.find(id);
    if (known !== undefined) return known;
    const number = ++this.#count;
    if (number >= this.#upper.length) {
      this.#lower = wider(this.#lower);
      this.#upper = wider(this.#upper);
    }
    if (!this.#read(id)) {
      this.#others.set(id, number);
      return number;
    }
    this.#lower[number * 2] = this.#high;
    this.#lower[number * 2 + 1] = this.#low;
    this.#upper[number] = upperOf(this.#high, this.#low);
    if (number * 2 > this.#cells.length) this.#spread(this.#cells.length * 2);
    else this.#place(number);
    return number;
  }

  find(id: string): number | undefined {
    if (!this.#read(id)) return this.#others.get(id);
    return this.#found() || undefined;
  }

  /** By the two halves of an id of the catalogue; 0 where it has no number. */
  findBits(high: number, low: number): number {
    this.#high = high;
    this.#low = low;
    return this.#found();
  }

  #found(): number {
    const mask = this.#cells.length - 1;
    const [high, low, upper] = [this.#high >>> 0, this.#low >>> 0, upperOf(this.#high, this.#low)];
    for (let at = this.#hash() & mask; ; at = (at + 1) & mask) {
      const number = this.#cells[at] as number;
      if (number === 0) return 0;
      if (this.#lower[number * 2] === high && this.#lower[number * 2 + 1] === low && this.#upper[number] === upper) return number;
    }
  }

  /** Both halves of an id; false where it is none of the catalogue's. */
  #read(id: string): boolean {
    if (id.length !== 16) return false;
    const [high, low] = [half(id, 0), half(id, 8)];
    if (high < 0 || low < 0) return false;
    this.#high = high;
    this.#low = low;
    return true;
  }

  #hash(): number {
    const mixed = Math.imul((this.#low | 0) ^ Math.imul(this.#high | 0, 0x85ebca6b), 0x9e3779b1);
    return mixed ^ (mixed >>> 15);
  }

  #place(number: number): void {
    const mask = this.#cells.length - 1;
    let at = this.#hash() & mask;
    while (this.#cells[at] !== 0) at = (at + 1) & mask;
    this.#cells[at] = number;
  }

  #spread(size: number): void {
    this.#cells = new Int32Array(size);
    const others = new Set(this.#others.values());
    for (let number = 1; number <= this.#count; number++) {
      if (others.has(number)) continue;
      const upper = this.#upper[number] as number;
      this.#high = (upper >>> 8) * 2 ** 32 + (this.#lower[number * 2] as number);
      this.#low = (upper & 0xff) * 2 ** 32 + (this.#lower[number * 2 + 1] as number);
      this.#place(number);
    }
  }
}

function half(id: string, from: number): number {
  let bits = 0;
  for (let at = from; at < from + 8; at++) {
    const digit = digits[id.charCodeAt(at)] ?? -1;
    if (digit < 0) return -1;
    bits = bits * 32 + digit;
  }
  return bits;
}

const upperOf = (high: number, low: number) => Math.floor(high / 2 ** 32) * 256 + Math.floor(low / 2 ** 32);
