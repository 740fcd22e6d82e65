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
  /** The refusal of a file beyond `maxFileBytes`. */
  tooLarge(fileName: string): Refusal;
  /** Receives each other field, also those before a file that is refused. */
  onField?(name: string, value: string): void;
}

export interface ReceivedFile {
  /** A temporary file, deleted when `receiveFiles` ends. */
  path: string;
  /** The sender's file name. */
  name: string;
  bytes: number;
}

/**
 * Receives the files of a form on disk, since a dozen large photos at once would not fit in memory. The files exist
 * while `work` runs and are deleted after it in any case. An exceeded limit ends the reading at once (413, 415, 422;
 * 400 for a broken form).
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

/** Whether the content type is a form with files. */
export const isMultipart = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\s*;/i.test(contentType ?? '');

/** An upper bound of any allowed set of files. */
const maxBytesOf = ({ maxFiles, maxFileBytes }: MultipartLimits) => maxFiles * maxFileBytes + 1024 * 1024;

async function readForm(request: Request, limits: MultipartLimits, folder: string): Promise<ReceivedFile[]> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!isMultipart(contentType) || !request.body) {
    throw new Refusal(415, 'not_multipart', `Send the files as multipart/form-data in the field “${limits.field}”.`);
  }
  // A larger body is refused before it is read.
  const maxBytes = maxBytesOf(limits);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooMuch(maxBytes);

  const files: ReceivedFile[] = [];
  const writes: Promise<void>[] = [];
  // The parser's streams do not always end after an abort: this signal ends the writes.
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
  const broken = () => refuse(new Refusal(400, 'bad_multipart', 'The upload was interrupted. Try again.'));
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
    throw new Refusal(400, 'bad_multipart', 'We couldn’t read this upload. Send the files as multipart/form-data.');
  }
  parser.on('file', (field, stream, fileName) => {
    // A form without a chosen file sends an empty part without a name.
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
    // A full disk must end the reading, which would otherwise wait for a stream without a consumer.
    writing.catch(stop);
    writes.push(writing);
  });
  parser.on('field', (name, value) => limits.onField?.(name, value));
  parser.on('filesLimit', () => refuse(invalid({ [limits.field]: `Choose at most ${limits.maxFiles} files.` })));

  parser.on('error', broken);

  let received = 0;
  try {
    for await (const part of request.body) {
      received += part.byteLength;
      if (received > maxBytes) throw tooMuch(maxBytes);
      // After a refusal the rest is read and discarded, since a client whose upload is cut off would not receive the
      // answer. `maxBytes` bounds it.
      if (refusal === null && !parser.write(part)) await Promise.race([once(parser, 'drain'), stopped]);
    }
    if (refusal === null) {
      parser.end();
      await Promise.race([once(parser, 'finish'), stopped]);
    }
  } catch (error) {
    refuse(isRefusal(error) ? error : new Refusal(400, 'bad_multipart', 'The upload was interrupted. Try again.'));
  }
  if (refusal) {
    ended.abort();
    await Promise.allSettled(writes);
    throw refusal;
  }
  await Promise.all(writes);
  return files;
}

function tooMuch(maxBytes: number): Refusal {
  return new Refusal(
    413,
    'too_large',
    `This upload is too large. Send at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
  );
}
