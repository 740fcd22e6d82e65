import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

export interface LineBatch {
  /** 1-based number of the first line of this batch. */
  from: number;
  lines: string[];
  /** How much of the file has been read, 0 to 1. */
  share: number;
}

/**
 * The lines of a file, gzipped or plain, in the batches in which they come off the disk. Far quicker than a line at a
 * time, and never more than one batch in memory. Throws when the file is missing, is not gzip though its name says so,
 * or is not UTF-8.
 */
export async function* readLines(path: string): AsyncGenerator<LineBatch> {
  const { size } = await stat(path);
  const file = createReadStream(path, { highWaterMark: 1 << 16 });
  const bytes = path.endsWith('.gz') ? file.pipe(createGunzip({ chunkSize: 1 << 18 })) : file;
  // A pipe does not pass errors on: without this a vanished disk would end the process.
  if (bytes !== file) file.on('error', (error) => bytes.destroy(error));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let from = 1;
  try {
    for await (const chunk of bytes) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length === 0) continue;
      yield { from, lines, share: size === 0 ? 1 : file.bytesRead / size };
      from += lines.length;
    }
    rest += decoder.decode();
  } finally {
    file.destroy();
  }
  if (rest !== '') yield { from, lines: [rest], share: 1 };
}
