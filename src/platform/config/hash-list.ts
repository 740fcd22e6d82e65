import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Bytes that contain the rest of one line and the whole next line: a SHA-1 in hexadecimal, a colon, the number of
 * leaks.
 */
export const hashWindow = 128;
const samples = 24;

export interface HashLine {
  /** Offset from the start of the text. */
  at: number;
  /** Including the line break. */
  length: number;
  /** In upper case. */
  hash: string;
}

/** The first line that starts in this piece of a list; at offset 0 only if `beginsLine`. Null for none. */
export function hashLineIn(text: string, beginsLine: boolean): HashLine | null {
  const at = beginsLine ? 0 : text.indexOf('\n') + 1;
  if ((at === 0 && !beginsLine) || at >= text.length) return null;
  const end = text.indexOf('\n', at);
  const line = text.slice(at, end === -1 ? undefined : end + 1);
  return { at, length: line.length, hash: (line.split(/[:\r\n]/, 1)[0] ?? '').toUpperCase() };
}

/**
 * Whether the file is a sorted list of SHA-1 hashes, one `HASH:COUNT` a line, judged by about two dozen samples. A list
 * sorted by count is none: lookups would fail. An unreadable file is none either.
 */
export function isHashList(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const lines = Array.from({ length: samples }, (_, n) => lineAfter(file, Math.floor((size * n) / samples)));
      // Near the end there may be no further line start.
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

/** The first line that starts at this offset or after it. */
function lineAfter(file: number, offset: number): HashLine | null {
  const bytes = Buffer.alloc(hashWindow);
  const length = readSync(file, bytes, 0, hashWindow, Math.max(0, offset - 1));
  return hashLineIn(bytes.toString('latin1', 0, length), offset === 0);
}
