import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ExtractEvents, extract } from 'tar-stream';
import { rowMeter } from '../../src/platform/db/snapshot.ts';
import { digestOfBytes, fileEntry, type Manifest, manifestName, manifestSchema, tableEntry } from './manifest.ts';

type Entry = ExtractEvents['entry'][1];

/** Calls `visit` with each entry of a backup in its order; what it does not read is skipped. */
export async function eachEntry(path: string, visit: (name: string, entry: Entry) => Promise<void>): Promise<void> {
  const archive = extract();
  const fed = pipeline(createReadStream(path), archive);
  fed.catch(() => {});
  for await (const entry of archive) {
    await visit(entry.header.name, entry);
    entry.resume();
  }
  await fed;
}

export async function bytesOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Reads the whole file and compares every table and every photo with what the manifest says of it, before anything is
 * changed by it. Throws a sentence.
 */
export async function verifyBackup(path: string): Promise<Manifest> {
  const found = new Map<string, string>();
  let written: unknown = null;
  try {
    await eachEntry(path, async (name, entry) => {
      if (name === manifestName) written = JSON.parse((await bytesOf(entry)).toString());
      else
        found.set(name, name.endsWith('.copy.gz') ? await digestOfTable(entry) : digestOfBytes(await bytesOf(entry)));
    });
  } catch (error) {
    throw new Error(`${path} is damaged or incomplete (${(error as Error).message}). Use another backup.`);
  }
  if (written === null)
    throw new Error(`${path} isn’t a complete backup because it has no manifest. Use another file.`);
  const parsed = manifestSchema.safeParse(written);
  if (!parsed.success)
    throw new Error(`${path} has the format of another Sleeved version. Restore it with that version.`);
  const manifest = parsed.data;
  const wanted = new Map([
    ...manifest.files.map(({ key, sha256 }) => [fileEntry(key), sha256] as const),
    ...manifest.tables.map((table) => [tableEntry(table), `${table.rows} ${table.sha256}`] as const),
  ]);
  for (const [name, digest] of wanted) {
    if (!found.has(name)) throw new Error(`${path} is damaged: ${name} is missing. Use another backup.`);
    if (found.get(name) !== digest)
      throw new Error(`${path} is damaged: the content of ${name} was changed. Use another backup.`);
  }
  const stray = [...found.keys()].find((name) => !wanted.has(name));
  if (stray !== undefined)
    throw new Error(`${path} is damaged: ${stray} isn’t listed in its manifest. Use another backup.`);
  return manifest;
}

async function digestOfTable(entry: Entry): Promise<string> {
  const meter = rowMeter();
  await pipeline(entry, createGunzip(), async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) meter.add(chunk);
  });
  const { rows, sha256 } = meter.result();
  return `${rows} ${sha256}`;
}
