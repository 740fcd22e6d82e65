import { TextBlock } from './text-block.ts';

/** Texts, each with a number of its own, 1 and up; 0 stands for none. Capitals of the alphabet are small letters in them, but where texts are kept as they are. */
export class TextNumbers {
  readonly #isFolded: boolean;
  readonly #block = new TextBlock();
  /** Open addressing: the number that stands in a cell. */
  #cells = new Int32Array(2_048);

  constructor(kept: 'in small letters' | 'as it is' = 'in small letters') {
    this.#isFolded = kept === 'in small letters';
  }

  /** How many there are. */
  get size(): number {
    return this.#block.size;
  }

  add(text: string | null): number {
    if (text === null) return 0;
    const block = this.#block;
    const end = block.write(text);
    const start = block.starts[block.size + 1] as number;
    if (this.#isFolded) fold(block.bytes, start, end);
    let at = this.#hash(start, end) & (this.#cells.length - 1);
    for (; this.#cells[at] !== 0; at = (at + 1) & (this.#cells.length - 1)) {
      const number = this.#cells[at] as number;
      if (this.#isAlike(number, start, end)) return number;
    }
    const number = block.keep(end);
    this.#cells[at] = number;
    if (number * 2 > this.#cells.length) this.#spread(this.#cells.length * 2);
    return number;
  }

  text(number: number): string {
    return this.#block.text(number);
  }

  /** A table over the numbers: 1 for those whose text holds this part, which is small letters of the alphabet. */
  holding(part: string): Uint8Array {
    return this.#block.holding(part);
  }

  #isAlike(number: number, start: number, end: number): boolean {
    const { bytes, starts } = this.#block;
    const from = starts[number] as number;
    if ((starts[number + 1] as number) - 1 - from !== end - start) return false;
    for (let at = start; at < end; at++) if (bytes[at] !== bytes[from + at - start]) return false;
    return true;
  }

  #hash(start: number, end: number): number {
    const { bytes } = this.#block;
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    return hash ^ (hash >>> 15);
  }

  #spread(size: number): void {
    const { starts } = this.#block;
    this.#cells = new Int32Array(size);
    for (let number = 1; number <= this.#block.size; number++) {
      let at = this.#hash(starts[number] as number, (starts[number + 1] as number) - 1) & (size - 1);
      while (this.#cells[at] !== 0) at = (at + 1) & (size - 1);
      this.#cells[at] = number;
    }
  }
}

function fold(bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= 65 && byte <= 90) bytes[at] = byte + 32;
  }
}
