import { randomBytes } from 'node:crypto';
import type { MarkPart } from '#ui/kept.tsx';

/** Of the texts that are kept, in letters: a thousand tiles and what surrounds a page. */
const mostLetters = 2_000_000;

/** Nobody outside of this process knows it, so that nothing which a person wrote is taken for a mark. */
const mark = randomBytes(12).toString('base64url');

/** Those used since the last time that the younger half was full, and those before. */
let younger = new Map<string, string>();
let older = new Map<string, string>();
let letters = 0;

function textOf(name: string): string | undefined {
  const known = younger.get(name);
  if (known !== undefined) return known;
  const found = older.get(name);
  if (found !== undefined) keep(name, found);
  return found;
}

function keep(name: string, text: string): void {
  letters += name.length + text.length;
  younger.set(name, text);
  if (letters < mostLetters / 2) return;
  [older, younger, letters] = [younger, new Map(), 0];
}

/** The parts of one page. */
export class PageParts {
  #parts: { name: string; text: string | null }[] = [];

  readonly markPart: MarkPart = (name) => {
    const text = textOf(name) ?? null;
    const n = this.#parts.push({ name, text }) - 1;
    return text === null ? { before: `${mark}(${n})`, after: `${mark})`, isKnown: false } : { before: `${mark}=${n})`, after: '', isKnown: true };
  };

  /** The page as it would be without marks. */
  settle(html: string): string {
    const [beginning = '', ...pieces] = html.split(mark);
    let whole = beginning;
    for (const piece of pieces) {
      const end = piece.indexOf(')');
      const rest = piece.slice(end + 1);
      const part = this.#parts[Number(piece.slice(1, end))];
      if (part && piece.startsWith('=')) whole += part.text;
      // A copy of its own: a piece of a page would hold the whole page.
      if (part && piece.startsWith('(')) keep(part.name, Buffer.from(rest).toString());
      whole += rest;
    }
    return whole;
  }
}
