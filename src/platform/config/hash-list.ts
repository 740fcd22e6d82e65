import { closeSync, openSync, readSync } from 'node:fs';

/** Whether the file begins as a list of SHA-1 hashes does, a line `HASH:COUNT` each. One that cannot be read is none. */
export function isHashList(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(42);
      return readSync(file, head) > 40 && /^[0-9A-Fa-f]{40}[:\r\n]/.test(head.toString('latin1'));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
