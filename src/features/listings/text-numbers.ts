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
    const end = this.#write(text);
    const at = this.#cellOf(end);
    const known = this.#cells[at] as number;
    if (known !== 0) return known;
    const number = this.#block.keep(end);
    this.#cells[at] = number;
    if (number * 2 > this.#cells.length) this.#spread(this.#cells.length * 2);
    return number;
  }

  /** The number of a text; 0 where it has none. */
  find(text: string): number {
    return this.#cells[this.#cellOf(this.#write(text))] as number;
  }

  /** Where the text ends, behind all that are kept. */
  #write(text: string): number {
    const block = this.#block;
    const end = block.write(text);
    if (this.#isFolded) fold(block.bytes, block.starts[block.size + 1] as number, end);
    return end;
  }

  /** The cell of the text that was written up to `end`: its number stands there, or 0. */
  #cellOf(end: number): number {
    const start = this.#block.starts[this.#block.size + 1] as number;
    const mask = this.#cells.length - 1;
    let at = this.#hash(start, end) & mask;
    while (this.#cells[at] !== 0 && !this.#isAlike(this.#cells[at] as number, start, end)) at = (at + 1) & mask;
    return at;
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
