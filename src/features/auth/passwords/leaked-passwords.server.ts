import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { type HashLine, hashLineIn, hashWindow } from '#platform/config/hash-list.ts';
import { normalizePassword } from './password.rules.ts';

/**
 * Whether the password is in a file of leaked ones: lines of `SHA1:COUNT` sorted by hash, as the downloader of Have I
 * Been Pwned writes them. A binary search with some thirty reads of the file, which may have forty gigabytes; no
 * external request. Rejects when the file cannot be read.
 */
export async function isLeakedPassword(file: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(normalizePassword(password)).digest('hex').toUpperCase();
  const handle = await open(file);
  try {
    // The searched line starts in [low, high).
    let [low, high] = [0, (await handle.stat()).size];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const line = await lineFrom(handle, middle, low);
      if (line === null || line.at >= high) high = middle;
      else if (line.hash === wanted) return true;
      else if (line.hash < wanted) low = line.at + line.length;
      else high = middle;
    }
    return false;
  } finally {
    await handle.close();
  }
}

/** The first line that starts at or after `from`, with its offset; a line is known to start at `start`. */
async function lineFrom(handle: FileHandle, from: number, start: number): Promise<HashLine | null> {
  // One byte earlier, so that a line that starts exactly here is recognised.
  const offset = from === start ? from : from - 1;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(hashWindow), 0, hashWindow, offset);
  const line = hashLineIn(buffer.toString('latin1', 0, bytesRead), from === start);
  return line && { ...line, at: offset + line.at };
}
