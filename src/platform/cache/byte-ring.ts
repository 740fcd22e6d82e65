/**
 * The newest bytes that were written, one after the other round and round in one block outside the heap: thousands of texts are nothing that the collector looks at, and
 * whatever their lengths, the block stays as large as it is. A place stays the name of what was written there, also once that is overwritten.
 */
export class ByteRing {
  readonly #block: Buffer;
  /** Bytes that were written, and those that were passed over at the end of a round. */
  #written = 0;

  constructor(size: number) {
    // A block that is not cleared takes memory only as it is filled.
    this.#block = Buffer.allocUnsafeSlow(size);
  }

  /** Where they lie now, one behind the other. More than the block holds are not kept. A text is written down where it will lie, and not before. */
  write(...pieces: readonly (Uint8Array | string)[]): number {
    const size = this.#block.byteLength;
    const length = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength), 0);
    const left = size - (this.#written % size);
    if (length > left) this.#written += left;
    const at = this.#written;
    this.#written += length;
    if (length > size) return at;
    let to = at % size;
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        to += this.#block.write(piece, to);
        continue;
      }
      this.#block.set(piece, to);
      to += piece.byteLength;
    }
    return at;
  }

  /** Behind all that was written. */
  get end(): number {
    return this.#written;
  }

  /** A copy of what was written there; undefined where something else lies by now. */
  copy(at: number, length: number): Buffer | undefined {
    return this.holds(at, length) ? Buffer.from(this.view(at, length)) : undefined;
  }

  /** Whether what was written there is there still. */
  holds(at: number, length: number): boolean {
    const size = this.#block.byteLength;
    return at + size >= this.#written && length <= size;
  }

  /** What the ring holds there, in the block itself: until something is written. */
  view(at: number, length: number): Buffer {
    const from = at % this.#block.byteLength;
    return this.#block.subarray(from, from + length);
  }

  /** The same as letters, of text that has no others than those of Latin-1. */
  latin1(at: number, length: number): string {
    const from = at % this.#block.byteLength;
    return this.#block.toString('latin1', from, from + length);
  }
}
