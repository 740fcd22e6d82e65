const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text of fifteen letters has a tenth of them. */
const signsOfText = 128;

/**
 * Texts one behind the other in a block outside the heap, a 0 behind each, by their place: 1 and up. Which of them hold a part say signs of their letters first, by 32 texts at
 * a time: a megabyte for the names of a million listings, of which a question reads some columns.
 */
export class TextBlock {
  bytes = new Uint8Array(16_384);
  /** Where each begins, by place, and where the next one will. */
  starts = new Uint32Array(1_024);
  size = 0;
  /** Of each sign, the bits of each 32 texts that have it: a part of a name reads some of these from one end to the other. */
  #signs: Int32Array[] = Array.from({ length: signsOfText }, () => new Int32Array(32));
  #signed = 0;

  /** Where the text ends that has been written where the next one would stand: nobody finds it before it is kept. */
  write(text: string): number {
    const start = this.starts[this.size + 1] as number;
    if (start + text.length * 3 + 1 > this.bytes.length) this.bytes = longer(this.bytes, new Uint8Array(this.bytes.length * 2 + text.length * 3));
    return start + encoder.encodeInto(text, this.bytes.subarray(start)).written;
  }

  /** Keeps what was written up to `end`. */
  keep(end: number): number {
    this.bytes[end] = 0;
    const place = ++this.size;
    if (place + 2 > this.starts.length) this.starts = longer(this.starts, new Uint32Array(this.starts.length * 2));
    this.starts[place + 1] = end + 1;
    return place;
  }

  text(place: number): string {
    return decoder.decode(this.bytes.subarray(this.starts[place], (this.starts[place + 1] as number) - 1));
  }

  /** A table over the places: 1 for those whose text holds this part. Only where a text has the signs of all that two letters of it make is the text itself looked at. */
  holding(part: string): Uint8Array {
    const table = new Uint8Array(this.size + 1);
    const sought = encoder.encode(part);
    this.#sign();
    const some = (this.size >> 5) + 1;
    const all = new Int32Array(some).fill(-1);
    for (let at = 0; at + 1 < sought.length; at++) {
      const having = this.#signs[signOf(sought, at)]!;
      for (let i = 0; i < some; i++) all[i]! &= having[i]!;
    }
    for (let i = 0; i < some; i++) {
      for (let bits = all[i]!; bits !== 0; bits &= bits - 1) {
        const place = i * 32 + 31 - Math.clz32(bits & -bits);
        if (place > 0 && place <= this.size && this.#holds(place, sought)) table[place] = 1;
      }
    }
    return table;
  }

  #holds(place: number, sought: Uint8Array): boolean {
    const { bytes } = this;
    const last = this.starts[place + 1]! - 1 - sought.length;
    const first = sought[0];
    for (let at = this.starts[place]!; at <= last; at++) {
      if (bytes[at] !== first) continue;
      let held = 1;
      while (held < sought.length && bytes[at + held] === sought[held]) held++;
      if (held === sought.length) return true;
    }
    return false;
  }

  /** Signs of what was kept since. */
  #sign(): void {
    if (this.#signed === this.size) return;
    for (; this.#signed < this.size; this.#signed++) {
      const place = this.#signed + 1;
      const [some, bit] = [place >> 5, 1 << (place & 31)];
      if (some >= this.#signs[0]!.length) this.#signs = this.#signs.map((signs) => longer(signs, new Int32Array(signs.length * 2)));
      for (let at = this.starts[place]!; at + 2 < this.starts[place + 1]!; at++) this.#signs[signOf(this.bytes, at)]![some]! |= bit;
    }
  }
}

/** Which of the signs two letters make. */
function signOf(bytes: Uint8Array, at: number): number {
  return Math.imul((bytes[at]! << 8) | bytes[at + 1]!, 0x9e3779b1) >>> 25;
}

function longer<T extends Uint8Array | Uint32Array | Int32Array>(block: T, made: T): T {
  made.set(block);
  return made;
}
