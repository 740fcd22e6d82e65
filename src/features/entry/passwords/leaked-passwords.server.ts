import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { normalizePassword } from './password.rules.ts';

/** As Have I Been Pwned gives them away: a SHA-1 in hexadecimal digits, a colon, how often it leaked. */
const lineMax = 64;

/**
 * Whether the password stands in a file of leaked ones: lines of `SHA1:COUNT` in order of the hashes, as the downloader of Have I Been Pwned writes them.
 * Some thirty reads of the file, which may have forty gigabytes; nobody else is asked. Rejects where the file cannot be read.
 */
export async function isLeakedPassword(file: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(normalizePassword(password)).digest('hex').toUpperCase();
  const handle = await open(file);
  try {
    // The line that is looked for begins in [low, high).
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

/** The first line that begins at `from` or after it; `start` is known to begin one. */
async function lineFrom(handle: FileHandle, from: number, start: number) {
  // A byte earlier, so that a line that begins right here is seen to begin.
  const at = from === start ? from : from - 1;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 * lineMax), 0, 2 * lineMax, at);
  const text = buffer.toString('latin1', 0, bytesRead);
  const begin = from === start ? 0 : text.indexOf('\n') + 1;
  if ((begin === 0 && from !== start) || begin >= text.length) return null;
  const end = text.indexOf('\n', begin);
  const line = text.slice(begin, end === -1 ? undefined : end + 1);
  return { at: at + begin, length: line.length, hash: line.slice(0, 40).toUpperCase() };
}
