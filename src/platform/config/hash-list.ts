import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * As many bytes as hold the rest of one line and the whole of the next: a SHA-1 in hexadecimal digits, a colon, how
 * often it leaked.
 */
export const hashWindow = 128;
const samples = 24;

export interface HashLine {
  /** From the beginning of the text. */
  at: number;
  /** With its end. */
  length: number;
  /** In capitals. */
  hash: string;
}

/** The first line that begins in this piece of a list; at its very beginning only where `beginsLine`. Null for none. */
export function hashLineIn(text: string, beginsLine: boolean): HashLine | null {
  const at = beginsLine ? 0 : text.indexOf('\n') + 1;
  if ((at === 0 && !beginsLine) || at >= text.length) return null;
  const end = text.indexOf('\n', at);
  const line = text.slice(at, end === -1 ? undefined : end + 1);
  return { at, length: line.length, hash: (line.split(/[:\r\n]/, 1)[0] ?? '').toUpperCase() };
}

/**
 * Whether the file is a list of SHA-1 hashes in their order, a line `HASH:COUNT` each, as far as some two dozen looks
 * into it tell. Those that come by how often they leaked are none: nothing would be found in them. One that cannot be
 * read is none either.
 */
export function isHashList(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const lines = Array.from({ length: samples }, (_, n) => lineAfter(file, Math.floor((size * n) / samples)));
      // Near the end there may be no line that begins any more.
      const hashes = lines.flatMap((line) => line?.hash ?? []);
      return (
        lines[0] !== null && hashes.every((hash, n) => /^[0-9A-F]{40}$/.test(hash) && hash >= (hashes[n - 1] ?? ''))
      );
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** The first line that begins at this place of the file or after it. */
function lineAfter(file: number, place: number): HashLine | null {
  const bytes = Buffer.alloc(hashWindow);
  const length = readSync(file, bytes, 0, hashWindow, Math.max(0, place - 1));
  return hashLineIn(bytes.toString('latin1', 0, length), place === 0);
}
