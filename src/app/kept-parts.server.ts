import { hash, randomBytes } from 'node:crypto';
import { ByteRing } from '#platform/cache/byte-ring.ts';
import { inOneBlock } from '#platform/http/give-back.ts';
import type { MarkPart } from '#ui/kept.tsx';
import { frameMark } from './frame-name.ts';

/** Of the texts that are kept, which lie outside the heap: some three thousand tiles. */
const mostBytes = 5_000_000;
/** Of what surrounds a page: visitors' is one, each member has their own, of some seven kilobytes. In the tiles' room they would push these out. */
const mostBytesAround = 2_000_000;
/** What a text's name and its place in the table take beside it. */
const besideBytes = 250;

/** Nobody outside of this process knows it, so that nothing which a person wrote is taken for a mark. */
const mark = randomBytes(12).toString('base64url');

/** A text's place in the ring, and how many bytes it has there. */
type Place = [at: number, length: number];

/** Texts of very different lengths that come and go, each in memory of its own, would leave holes that nothing else fits in: they lie one behind the other in one block. */
class Texts {
  /** Those used since the last time that the younger half was full, and those before. */
  #younger = new Map<string, Place>();
  #older = new Map<string, Place>();
  #bytes = 0;
  readonly #ring: ByteRing;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
    this.#ring = new ByteRing(most);
  }

  get(name: string): Uint8Array | null {
    const known = this.#younger.get(name);
    if (known) return this.#ring.copy(...known) ?? null;
    const older = this.#older.get(name);
    const found = older && this.#ring.copy(...older);
    if (found) this.keep(name, found);
    return found ?? null;
  }

  keep(name: string, text: Uint8Array | string): void {
    const at = this.#ring.write(text);
    const length = this.#ring.end - at;
    this.#bytes += length + besideBytes;
    this.#younger.set(name, [at, length]);
    if (this.#bytes < this.#most / 2) return;
    [this.#older, this.#younger, this.#bytes] = [this.#younger, new Map(), 0];
  }
}

const tiles = new Texts(mostBytes);
const frames = new Texts(mostBytesAround);

/** The parts of one page. */
export class PageParts {
  #parts: { name: string; text: Uint8Array | null; texts: Texts }[] = [];

  /** A name says all that its part shows; what is kept of it is a tenth as long. */
  readonly markPart: MarkPart = (by) => {
    const name = hash('sha256', by, 'base64url');
    const texts = by.startsWith(frameMark) ? frames : tiles;
    const text = texts.get(name);
    const n = this.#parts.push({ name, text, texts }) - 1;
    return text === null ? { before: `${mark}(${n})`, after: `${mark})`, isKnown: false } : { before: `${mark}=${n})`, after: '', isKnown: true };
  };

  /** The page as it would be without marks, with `last` at its end, in bytes: what is kept is not written down a second time, and its pieces are not put together first. */
  settle(page: readonly string[], last: string): Buffer {
    const whole: (string | Uint8Array)[] = [];
    let fresh = '';
    for (const text of page) {
      const [beginning = '', ...pieces] = text.split(mark);
      whole.push(fresh);
      fresh = beginning;
      for (const piece of pieces) {
        const end = piece.indexOf(')');
        const rest = piece.slice(end + 1);
        const part = this.#parts[Number(piece.slice(1, end))];
        whole.push(fresh);
        if (part?.text && piece.startsWith('=')) whole.push(part.text);
        if (part && piece.startsWith('(')) part.texts.keep(part.name, rest);
        fresh = rest;
      }
    }
    const end = fresh.lastIndexOf('</body>');
    if (end === -1) whole.push(fresh);
    else whole.push(fresh.slice(0, end), last, fresh.slice(end));
    return inOneBlock(whole);
  }
}
