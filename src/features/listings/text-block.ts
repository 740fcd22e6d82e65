const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Texts one behind the other in a block outside the heap, a 0 behind each, by their place: 1 and up. Which of them hold a part is one walk over two numbers of each: half a megabyte for the
 * names of a million listings.
 */
export class TextBlock {
  bytes = new Uint8Array(16_384);
  /** Where each begins, by place, and where the next one will. */
  starts = new Uint32Array(1_024);
  size = 0;
  #signs = new Int32Array(2_048);
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

  /** A table over the places: 1 for those whose text holds this part. Only where a text has a sign of each two letters of it is the text itself looked at. */
  holding(part: string): Uint8Array {
    const table = new Uint8Array(this.size + 1);
    const sought = encoder.encode(part);
    this.#sign();
    const signs = this.#signs;
    signOf(sought, 0, sought.length, wanted);
    const [low, high] = [wanted[0]!, wanted[1]!];
    for (let place = 1; place <= this.size; place++) {
      if ((signs[place * 2]! & low) === low && (signs[place * 2 + 1]! & high) === high && this.#holds(place, sought)) table[place] = 1;
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
    if ((this.size + 1) * 2 > this.#signs.length) this.#signs = longer(this.#signs, new Int32Array(this.starts.length * 2));
    for (; this.#signed < this.size; this.#signed++) {
      const place = this.#signed + 1;
      signOf(this.bytes, this.starts[place]!, this.starts[place + 1]! - 1, wanted);
      this.#signs.set(wanted, place * 2);
    }
  }
}

/** Two numbers for a text: a bit of 64 for each two letters that follow each other in it. */
function signOf(bytes: Uint8Array, from: number, to: number, into: Int32Array): void {
  let [low, high] = [0, 0];
  for (let at = from; at + 1 < to; at++) {
    const bit = Math.imul((bytes[at]! << 8) | bytes[at + 1]!, 0x9e3779b1) >>> 26;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << bit;
  }
  into[0] = low;
  into[1] = high;
}
const wanted = new Int32Array(2);

function longer<T extends Uint8Array | Uint32Array | Int32Array>(block: T, made: T): T {
  made.set(block);
  return made;
}
