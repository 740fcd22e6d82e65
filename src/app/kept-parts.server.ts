import { hash, randomBytes } from 'node:crypto';
import { ByteRing } from '#platform/cache/byte-ring.ts';
import { inOneBlock } from '#platform/http/give-back.ts';
import type { MarkPart } from '#ui/kept.tsx';
import { frameMark } from './frame-name.ts';

/** Of what surrounds a page, which lies outside the heap: visitors' is one, each member has their own, of some seven kilobytes. */
const mostBytes = 2_000_000;
/** What a text's name and its place in the table take beside it. */
const besideBytes = 250;
/** Of one or two kilobytes each: a tile has some dozens. */
const mostShapes = 500;

/** Nobody outside of this process knows it, so that nothing which a person wrote is taken for a mark. Of letters that stand in an address as they are. */
const mark = randomBytes(12).toString('base64url');

/** A text's place in the ring, and how many bytes it has there. */
type Place = [at: number, length: number];

/** Texts of very different lengths that come and go, each in memory of its own, would leave holes that nothing else fits in: they lie one behind the other in one block. */
class Texts {
  /** Those used since the last time that the younger half was full, and those before. */
  #younger = new Map<string, Place>();
  #older = new Map<string, Place>();
  #bytes = 0;
  readonly #ring = new ByteRing(mostBytes);

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
    if (this.#bytes < mostBytes / 2) return;
    [this.#older, this.#younger, this.#bytes] = [this.#younger, new Map(), 0];
  }
}

/** A part's text around its words: a piece, the number of the word behind it, the next piece. */
interface Shape {
  pieces: string[];
  holes: number[];
}

const frames = new Texts();
const shapes = new Map<string, Shape>();

interface Part {
  name: string;
  words: readonly string[];
  known: Uint8Array | Shape | null;
  keep(drawn: Shape): void;
}

/** The parts of one page. */
export class PageParts {
  #parts: Part[] = [];

  /** A frame's name says all that it shows of a member; what is kept of it is a hundredth as long. */
  readonly markPart: MarkPart = (by, words) => {
    const part = by.startsWith(frameMark) ? frameOf(by) : shapeOf(by, words);
    const n = this.#parts.push(part) - 1;
    if (part.known) return { before: `${mark}=${n})`, after: '', isKnown: true, holes: [] };
    return { before: `${mark}(${n})`, after: `${mark})`, isKnown: false, holes: words.map((_, word) => `${mark}_${word}_`) };
  };

  /** The page as it would be without marks, with `last` at its end, in bytes: what is kept is not written down a second time, and its pieces are not put together first. */
  settle(page: readonly string[], last: string): Buffer {
    const whole: (string | Uint8Array)[] = [];
    let fresh = '';
    for (const text of page) {
      const [beginning = '', ...pieces] = text.split(mark);
      whole.push(fresh);
      fresh = beginning;
      let part: Part | undefined;
      let drawn: Shape = { pieces: [], holes: [] };
      for (const piece of pieces) {
        const kind = piece[0];
        const end = kind === ')' ? 0 : piece.indexOf(kind === '_' ? '_' : ')', 1);
        const n = Number(piece.slice(1, end));
        const rest = piece.slice(end + 1);
        if (kind === '_') {
          drawn.holes.push(n);
          drawn.pieces.push(rest);
          fresh += escaped(part?.words[n]) + rest;
          continue;
        }
        if (kind === ')') {
          part?.keep(drawn);
          fresh += rest;
          continue;
        }
        part = this.#parts[n];
        drawn = { pieces: [rest], holes: [] };
        whole.push(fresh);
        if (part?.known) whole.push('pieces' in part.known ? filled(part.known, part.words) : part.known);
        fresh = rest;
      }
    }
    const end = fresh.lastIndexOf('</body>');
    if (end === -1) whole.push(fresh);
    else whole.push(fresh.slice(0, end), last, fresh.slice(end));
    return inOneBlock(whole);
  }
}

function frameOf(by: string): Part {
  const name = hash('sha256', by, 'base64url');
  return { name, words: [], known: frames.get(name), keep: ({ pieces }) => frames.keep(name, pieces.join('')) };
}

function shapeOf(name: string, words: readonly string[]): Part {
  return { name, words, known: shapes.get(name) ?? null, keep: (drawn) => keepShape(name, drawn) };
}

/** What a market draws has some hundreds of shapes: more are a mistake, which is to cost no memory. */
function keepShape(name: string, drawn: Shape): void {
  if (shapes.size >= mostShapes) shapes.clear();
  shapes.set(name, drawn);
}

function filled({ pieces, holes }: Shape, words: readonly string[]): string {
  let text = pieces[0] ?? '';
  for (let n = 0; n < holes.length; n++) text += escaped(words[holes[n] as number]) + pieces[n + 1];
  return text;
}

const special = /["'&<>]/;
const inText: Record<string, string> = { '"': '&quot;', "'": '&#x27;', '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** As React writes it, in a text and in an attribute alike. */
function escaped(word = ''): string {
  return special.test(word) ? word.replace(/["'&<>]/g, (sign) => inText[sign] as string) : word;
}
