/**
 * Makes data/catalogue from a folder of source files (NDJSON, gzipped or plain): keeps the rows whose source may be
 * passed on, and the sets that still have cards. Run: node dev/make-catalogue.ts FOLDER
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';

/** Sources under the MIT licence; data/catalogue/NOTICE.md carries their notices. */
const passedOn = new Set(['tcgdex', 'ygojson', 'lorcana-data', 'junkwaxdata', 'mtgjson']);

interface Row {
  game: string;
  setCode: string;
  source: string;
  cards?: number;
  externalId?: string;
}

const from = process.argv[2];
if (!from) {
  console.error('Name the folder of the source files: node dev/make-catalogue.ts FOLDER');
  process.exit(2);
}
const into = resolve(import.meta.dirname, '../data/catalogue');
await mkdir(into, { recursive: true });

const cardsOfSet = new Map<string, number>();
const setFiles: string[] = [];
for (const file of (await readdir(from)).filter((name) => /\.ndjson(\.gz)?$/.test(name)).sort()) {
  const first = await anyRow(join(from, file));
  if (first && !first.externalId) setFiles.push(file);
  else report(file, await copy(file, keepCard));
}
for (const file of setFiles) report(file, await copy(file, keepSet));

function keepCard(line: string): string | null {
  const row = JSON.parse(line) as Row;
  if (!passedOn.has(row.source)) return null;
  const set = `${row.game}/${row.setCode}`;
  cardsOfSet.set(set, (cardsOfSet.get(set) ?? 0) + 1);
  return line;
}

function keepSet(line: string): string | null {
  const row = JSON.parse(line) as Row;
  const cards = cardsOfSet.get(`${row.game}/${row.setCode}`);
  return cards && passedOn.has(row.source) ? JSON.stringify({ ...row, cards }) : null;
}

async function copy(file: string, keep: (line: string) => string | null): Promise<number> {
  let rows = 0;
  const complete = async function* () {
    for await (const line of linesOf(join(from as string, file))) {
      const text = line && keep(line);
      if (!text) continue;
      rows++;
      yield `${text}\n`;
    }
  };
  // A file without a row left is not written at all.
  const lines = complete();
  const head = await lines.next();
  if (head.done) return 0;
  const all = async function* () {
    yield head.value;
    yield* lines;
  };
  const target = join(into, file.replace(/(\.gz)?$/, '.gz'));
  await pipeline(
    Readable.from(all()),
    createGzip({ level: constants.Z_BEST_COMPRESSION, memLevel: 9 }),
    createWriteStream(target),
  );
  return rows;
}

async function anyRow(path: string): Promise<Row | null> {
  for await (const line of linesOf(path)) return JSON.parse(line) as Row;
  return null;
}

function linesOf(path: string): AsyncIterable<string> {
  const input = createReadStream(path);
  return createInterface({
    input: path.endsWith('.gz') ? input.pipe(createGunzip()) : input,
    crlfDelay: Number.POSITIVE_INFINITY,
  });
}

function report(file: string, rows: number): void {
  console.log(`${file.padEnd(24)} ${rows.toLocaleString('en').padStart(9)} rows`);
}
