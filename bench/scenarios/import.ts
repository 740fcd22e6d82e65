import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { withClient } from '../lib/database.ts';
import { type LoadResult, runLoad } from '../lib/load.ts';
import type { BeforeStart, Release } from '../lib/releases.ts';
import { signIn } from '../lib/sign-in.ts';
import { median } from '../lib/statistics.ts';
import { ratio, table } from '../lib/table.ts';

const roundSeconds = 5;
const roundsAlone = 4;

export interface ImportFile {
  /** CSV in the product's own format. */
  csv: string;
  /** Of a premium seller. */
  token: string;
  rows: number;
}

/** A file with this many cards of the catalogue, and a seller who may list them. */
export async function prepareImport({ databaseUrl, config, market }: BeforeStart, rows: number): Promise<ImportFile> {
  const [seller] = await signIn(databaseUrl, config, market.sellerIds.slice(0, 1));
  const { rows: lines } = await withClient(databaseUrl, (client) =>
    client.query(
      `select '' as "Listing Id", c.external_id as "Card Id", c.game as "Game", c.set_code as "Set Code",
         s.name as "Set", c.name as "Name", c.number as "Number", '' as "Certificate", 'Near Mint' as "Condition",
         c.finishes[1] as "Finish", 'en' as "Language", 1 as "Quantity",
         round(0.25 + row_number() over () % 1900 / 100.0, 2) as "Price", 'USD' as "Currency",
         'SKU-' || row_number() over () as "SKU"
       from card c join card_set s on s.game = c.game and s.code = c.set_code
       where c.game in ('magic', 'pokemon', 'yugioh') order by md5(c.id) limit $1`,
      [rows],
    ),
  );
  return { csv: stringify(lines, { header: true }), token: seller?.token ?? '', rows: lines.length };
}

/** How slow browse becomes for visitors while the file is listed, one release after the other. */
export async function benchImport(
  releases: readonly Release[],
  file: ImportFile,
  say: (line: string) => void,
): Promise<void> {
  const results: Imported[] = [];
  for (const release of releases) {
    results.push(await importBesideBrowse(release, file));
    say(`  ${release.name}: ${results.at(-1)?.listed} of ${file.rows} rows are listed`);
  }
  const line = (name: string, of: (one: Imported) => number, digits: number, goal: string) => {
    const values = results.map(of);
    return [name, ...values.map((value) => value.toFixed(digits)), ...ratio(values), goal];
  };
  const head = ['', ...releases.map(({ name }) => name), ...(releases.length > 1 ? ['ratio'] : []), 'at most'];
  say(
    `\n${table(head, [
      line('browse p99 alone, ms', ({ alone }) => alone, 1, ''),
      line('browse p99 beside the import, ms', ({ beside }) => beside, 1, ''),
      line('times its own', ({ alone, beside }) => beside / alone, 2, '3'),
      line('file read and matched, s', ({ readMs }) => readMs / 1_000, 1, ''),
      line('file listed, s', ({ listMs }) => listMs / 1_000, 1, ''),
    ])}`,
  );
}

interface Imported {
  /** p99 of browse, in milliseconds. */
  alone: number;
  beside: number;
  readMs: number;
  listMs: number;
  listed: number;
}

async function importBesideBrowse({ app }: Release, file: ImportFile): Promise<Imported> {
  const headers = { 'accept-encoding': 'gzip' };
  const requests = ['/api/listings', '/browse'].map((path) => ({ path, headers }));
  const browse = () => runLoad({ url: app.url, seconds: roundSeconds, requests, from: 0, once: false });
  await browse();
  const alone: LoadResult[] = [];
  for (let n = 0; n < roundsAlone; n++) alone.push(await browse());
  const beside: LoadResult[] = [];
  let isDone = false;
  const importing = importFile(app.url, file).finally(() => {
    isDone = true;
  });
  // A failure is thrown by the await below, after the round that is under way.
  importing.catch(() => {});
  while (!isDone) beside.push(await browse());
  const p99 = (rounds: readonly LoadResult[]) => median(rounds.map((round) => round.p99));
  return { alone: p99(alone), beside: p99(beside), ...(await importing) };
}

/** Uploads the file, confirms it, and waits until all is listed. */
async function importFile(url: string, { csv, token }: ImportFile): Promise<Omit<Imported, 'alone' | 'beside'>> {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'stock.csv');
  const startedAt = performance.now();
  const uploaded = await fetch(`${url}/api/listings/import`, { method: 'POST', headers, body: form });
  const { id, message } = (await uploaded.json()) as { id: string; message?: string };
  if (uploaded.status !== 201) throw new Error(`the file was answered with ${uploaded.status}: ${message}`);
  const readAt = performance.now();
  const committed = await fetch(`${url}/api/listings/import/${id}/commit`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!committed.ok) throw new Error(`confirming was answered with ${committed.status}: ${await committed.text()}`);
  for (;;) {
    await pause(250);
    const answer = await fetch(`${url}/api/listings/import/${id}?rows=0`, { headers });
    if (answer.status === 503) continue;
    const seen = (await answer.json()) as { status: string; progress: { listed: number }; message?: string };
    if (answer.status !== 200) throw new Error(`the progress was answered with ${answer.status}: ${seen.message}`);
    if (seen.status !== 'committed') continue;
    return { readMs: readAt - startedAt, listMs: performance.now() - readAt, listed: seen.progress.listed };
  }
}
