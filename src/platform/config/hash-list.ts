import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Two lines of a list are never longer than this together. */
const window = 160;
const samples = 24;

/**
 * Whether the file is a list of SHA-1 hashes in their order, a line `HASH:COUNT` each, as far as some two dozen looks into it tell. Those that come by how often
 * they leaked are none: nothing would be found in them. One that cannot be read is none either.
 */
export function isHashList(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const hashes = Array.from({ length: samples }, (_, n) => hashAfter(file, Math.floor((size * n) / samples)));
      // Near the end there may be no line that begins any more.
      const found = hashes.flatMap((hash, n) => (hash === null && n > 0 ? [] : [hash]));
      return found.every((hash, n) => hash !== null && hash !== '' && (n === 0 || hash >= (found[n - 1] ?? '')));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** The hash of the first line that begins at this place or after it; null for none, and empty for one that is no hash. */
function hashAfter(file: number, place: number): string | null {
  const bytes = Buffer.alloc(window);
  const from = Math.max(0, place - 1);
  const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, window, from));
  const begin = place === 0 ? 0 : text.indexOf('\n') + 1;
  if ((place > 0 && begin === 0) || begin >= text.length) return null;
  const line = text.slice(begin);
  return /^[0-9A-Fa-f]{40}([:\r\n]|$)/.test(line) ? line.slice(0, 40).toUpperCase() : '';
}
