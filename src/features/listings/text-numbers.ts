const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Texts, each with a number of its own, 1 and up; 0 stands for none. Their bytes lie one behind the other in a block outside the heap, a 0 behind each, so that which of them hold a part is one
 * walk over the block: a megabyte for the names of a quarter of a million cards. Capitals of the alphabet are small letters in it, but where texts are kept as they are.
 */
export class TextNumbers {
  readonly #isFolded: boolean;
  #bytes = new Uint8Array(16_384);
  /** Where each begins, by number, and where the next one will. */
  #starts = new Uint32Array(1_024);
  /** Open addressing: the number that stands in a cell. */
  #cells = new Int32Array(2_048);
  #count = 0;

  constructor(kept: 'in small letters' | 'as it is' = 'in small letters') {
    this.#isFolded = kept === 'in small letters';
  }

  /** How many there are. */
  get size(): number {
    return this.#count;
  }

  add(text: string | null): number {
    if (text === null) return 0;
    // Written where the next one would stand, and left there if it is new.
    const start = this.#starts[this.#count + 1] as number;
    if (start + text.length * 3 + 1 > this.#bytes.length) this.#bytes = longer(this.#bytes, new Uint8Array(this.#bytes.length * 2 + text.length * 3));
    const end = start + encoder.encodeInto(text, this.#bytes.subarray(start)).written;
    if (this.#isFolded) fold(this.#bytes, start, end);
    let at = this.#hash(start, end) & (this.#cells.length - 1);
    for (; this.#cells[at] !== 0; at = (at + 1) & (this.#cells.length - 1)) {
      const number = this.#cells[at] as number;
      if (this.#isAlike(number, start, end)) return number;
    }
    this.#bytes[end] = 0;
    const number = ++this.#count;
    if (number + 2 > this.#starts.length) this.#starts = longer(this.#starts, new Uint32Array(this.#starts.length * 2));
    this.#starts[number + 1] = end + 1;
    this.#cells[at] = number;
    if (number * 2 > this.#cells.length) this.#spread(this.#cells.length * 2);
    return number;
  }

  text(number: number): string {
    return decoder.decode(this.#bytes.subarray(this.#starts[number], (this.#starts[number + 1] as number) - 1));
  }

  /** A table over the numbers: 1 for those whose text holds this part, which is small letters of the alphabet. */
  holding(part: string): Uint8Array {
    const table = new Uint8Array(this.#count + 1);
    const starts = this.#starts;
    const end = starts[this.#count + 1] as number;
    const find = finder(this.#bytes.subarray(0, end), encoder.encode(part));
    let number = 1;
    for (let at = find(0); at !== -1; ) {
      while ((starts[number + 1] as number) <= at) number++;
      table[number] = 1;
      // What it holds further on says nothing new.
      at = find(starts[number + 1] as number);
    }
    return table;
  }

  #isAlike(number: number, start: number, end: number): boolean {
    const from = this.#starts[number] as number;
    if ((this.#starts[number + 1] as number) - 1 - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#bytes[at] !== this.#bytes[from + at - start]) return false;
    return true;
  }

  #hash(start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (this.#bytes[at] as number), 0x01000193);
    return hash ^ (hash >>> 15);
  }

  #spread(size: number): void {
    this.#cells = new Int32Array(size);
    for (let number = 1; number <= this.#count; number++) {
      let at = this.#hash(this.#starts[number] as number, (this.#starts[number + 1] as number) - 1) & (size - 1);
      while (this.#cells[at] !== 0) at = (at + 1) & (size - 1);
      this.#cells[at] = number;
    }
  }
}

/** The place of the next one. The engine's own search is quicker but for its call: one or two letters are found in nearly every text, so for them the call would be most of it. */
function finder(bytes: Uint8Array<ArrayBuffer>, sought: Uint8Array): (from: number) => number {
  if (sought.length > 2) {
    const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return (from) => block.indexOf(sought, from);
  }
  const [first, second] = sought;
  return (from) => {
    for (let at = from; at < bytes.length; at++) if (bytes[at] === first && (second === undefined || bytes[at + 1] === second)) return at;
    return -1;
  };
}

function fold(bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= 65 && byte <= 90) bytes[at] = byte + 32;
  }
}

function longer<T extends Uint8Array | Uint32Array>(block: T, made: T): T {
  made.set(block);
  return made;
}
