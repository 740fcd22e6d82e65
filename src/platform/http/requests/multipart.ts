import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalid, isRefusal, Refusal } from '#kernel/refusal.ts';

export interface MultipartLimits {
  /** The form field that carries the files. */
  field: string;
  maxFiles: number;
  maxFileBytes: number;
  /** What to say of a file beyond `maxFileBytes`. */
  tooLarge(fileName: string): Refusal;
}

export interface ReceivedFile {
  /** A file of this process, gone when `receiveFiles` has ended. */
  path: string;
  /** As the sender calls it. */
  name: string;
  bytes: number;
}

/**
 * Receives the files of a form on the disk, never in memory: a dozen large photos from many people at once would not
 * fit. The files are there while `work` runs and removed after it, whatever happens. A limit that is broken ends the
 * reading at once.
 */
export async function receiveFiles<T>(
  request: Request,
  limits: MultipartLimits,
  work: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  try {
    return await work(await readForm(request, limits, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a body announces itself as a form with files. */
export const isMultipart = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\s*;/i.test(contentType ?? '');

/** No set of allowed files is larger. */
const mostOf = ({ maxFiles, maxFileBytes }: MultipartLimits) => maxFiles * maxFileBytes + 1024 * 1024;

async function readForm(request: Request, limits: MultipartLimits, folder: string): Promise<ReceivedFile[]> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!isMultipart(contentType) || !request.body) {
    throw new Refusal(415, 'not_multipart', `Send the files as multipart/form-data in the field “${limits.field}”.`);
  }
  // What no set of allowed files can reach is refused before a byte of it is read.
  const most = mostOf(limits);
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooMuch(most);

  const files: ReceivedFile[] = [];
  const writes: Promise<void>[] = [];
  // The parser's streams do not always say that they have ended after they were cut off: the writes are told by this.
  const ended = new AbortController();
  let refusal: Refusal | null = null;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const refuse = (reason: Refusal) => {
    refusal ??= reason;
    stop();
  };
  const broken = () =>
    refuse(new Refusal(400, 'bad_multipart', 'The form broke off or could not be read. Send it again.'));
  let parser: BusboyInstance;
  try {
    parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: limits.maxFiles,
        fileSize: limits.maxFileBytes,
        fields: 20,
        fieldSize: 10_000,
        parts: limits.maxFiles + 20,
        headerPairs: 20,
      },
    });
  } catch {
    throw new Refusal(400, 'bad_multipart', 'The form could not be read.');
  }
  parser.on('file', (field, stream, fileName) => {
    // A form without a chosen file sends an empty one without a name.
    if (field !== limits.field || (!fileName && stream.readableLength === 0)) {
      if (field !== limits.field)
        refuse(invalid({ [field.slice(0, 40) || 'field']: `Send the files in the field “${limits.field}”.` }));
      stream.resume();
      return;
    }
    const file: ReceivedFile = { path: join(folder, String(files.length)), name: fileName || 'file', bytes: 0 };
    files.push(file);
    stream.on('data', (part: Buffer) => {
      file.bytes += part.length;
    });
    stream.on('limit', () => refuse(limits.tooLarge(file.name)));
    stream.on('error', broken);
    const writing = pipeline(stream, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }), {
      signal: ended.signal,
    });
    // A full disk must end the reading, which would otherwise wait for a stream that nobody drains.
    writing.catch(stop);
    writes.push(writing);
  });
  parser.on('filesLimit', () => refuse(invalid({ [limits.field]: `At most ${limits.maxFiles} files at once.` })));

  parser.on('error', broken);

  let received = 0;
  try {
    for await (const part of request.body) {
      received += part.byteLength;
      if (received > most) throw tooMuch(most);
      // After a refusal the rest is read and thrown away: a sender who is cut off never gets to read why. `most` bounds
      // it.
      if (refusal === null && !parser.write(part)) await Promise.race([once(parser, 'drain'), stopped]);
    }
    if (refusal === null) {
      parser.end();
      await Promise.race([once(parser, 'finish'), stopped]);
    }
  } catch (error) {
    refuse(isRefusal(error) ? error : new Refusal(400, 'bad_multipart', 'The form broke off. Send it again.'));
  }
  if (refusal) {
    ended.abort();
    await Promise.allSettled(writes);
    throw refusal;
  }
  await Promise.all(writes);
  return files;
}

function tooMuch(most: number): Refusal {
  return new Refusal(413, 'too_large', `That is more than ${Math.floor(most / 1024 / 1024)} MB at once.`);
}
