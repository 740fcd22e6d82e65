const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Texts one behind the other in a block outside the heap, a 0 behind each, by their place: 1 and up. So which of them hold a part is one walk over the block: a megabyte for
 * the names of a quarter of a million cards.
 */
export class TextBlock {
  bytes = new Uint8Array(16_384);
  /** Where each begins, by place, and where the next one will. */
  starts = new Uint32Array(1_024);
  size = 0;

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

  /** A table over the places: 1 for those whose text holds this part. */
  holding(part: string): Uint8Array {
    const table = new Uint8Array(this.size + 1);
    const { starts } = this;
    const end = starts[this.size + 1] as number;
    const find = finder(this.bytes.subarray(0, end), encoder.encode(part));
    let place = 1;
    for (let at = find(0); at !== -1; ) {
      while ((starts[place + 1] as number) <= at) place++;
      table[place] = 1;
      // What it holds further on says nothing new.
      at = find(starts[place + 1] as number);
    }
    return table;
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

function longer<T extends Uint8Array | Uint32Array>(block: T, made: T): T {
  made.set(block);
  return made;
}
