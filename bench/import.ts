import { setTimeout as pause } from 'node:timers/promises';
import { printingsOf, setNames } from '#features/catalogue/index.server.ts';
import { traitsOf } from '#features/catalogue/words.ts';
import { exportFormats, type Stocked, writeHeader, writeRows } from '#features/imports/write/write-stock.ts';
import { systemClock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { createIdentity } from '#platform/identity/identity.server.ts';
import { openLimits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { createSecurityLog } from '#platform/security-log/security-log.server.ts';
import { type MeasuredProcess, startApp } from './app.ts';
import type { FilledMarket } from './fill.ts';
import { table } from './report.ts';
import { median, type RoundResult, startLoadGenerator } from './rounds.ts';
import { tokensOf } from './tokens.ts';

const connections = 10;
const roundSeconds = 5;
const ownRounds = 4;

interface ImportOptions {
  config: Config;
  url: string;
  secret: string;
  rows: number;
  profile: string | null;
  market: FilledMarket;
  say(line: string): void;
}

/** How long a shop waits until a file of so many rows is read, matched and listed, and what browse's visitors notice of it meanwhile. */
export async function benchImport({ config, url, secret, rows, profile, market, say }: ImportOptions): Promise<void> {
  const [seller = ''] = market.sellerIds;
  const database = openDatabase(url, createLog('warn'), 4);
  const { file, token } = await prepare(config, database, seller, rows);
  await database.close();
  const app = await startApp(url, secret, profile);
  const load = startLoadGenerator();
  const browse = () =>
    load.run({
      url: app.url,
      connections,
      seconds: roundSeconds,
      // As browsers ask: kept pages are kept packed.
      headers: { 'accept-encoding': 'gzip' },
      requests: [{ path: '/api/listings' }, { path: '/browse' }],
      from: 0,
      once: false,
    });
  try {
    await browse();
    const alone: RoundResult[] = [];
    for (let n = 0; n < ownRounds; n++) alone.push(await browse());
    const before = app.cpuMs();
    const shop = bring(app, token, file);
    const beside: RoundResult[] = [];
    let isDone = false;
    const timed = shop.finally(() => {
      isDone = true;
    });
    // What goes wrong is told after the round that is under way: nobody has asked for it before.
    timed.catch(() => {});
    while (!isDone) beside.push(await browse());
    const { readMs, listMs, listed } = await timed;
    const p99 = (rounds: RoundResult[]) => median(rounds.map((round) => round.p99));
    say(
      table(
        ['', 'seconds', 'a second'],
        [
          ['read and matched', (readMs / 1_000).toFixed(1), Math.round((rows * 1_000) / readMs).toLocaleString('en')],
          ['listed', (listMs / 1_000).toFixed(1), Math.round((listed * 1_000) / listMs).toLocaleString('en')],
          ['both', ((readMs + listMs) / 1_000).toFixed(1), Math.round((listed * 1_000) / (readMs + listMs)).toLocaleString('en')],
        ],
      ),
    );
    say(
      `${listed.toLocaleString('en')} of ${rows.toLocaleString('en')} rows are listed; the market's processes used ${((app.cpuMs() - before) / 1_000).toFixed(1)} s of processor time, browse's included.`,
    );
    say(
      table(
        ['browse, 10 connections', 'a second', 'p50 ms', 'p99 ms'],
        [
          ['alone', ...figures(alone)],
          ['beside the import', ...figures(beside)],
        ],
      ),
    );
    say(`p99 beside the import is ${(p99(beside) / p99(alone)).toFixed(2)} × its own; the most that was asked is 2.`);
  } finally {
    load.close();
    await app.stop();
  }
}

const figures = (rounds: RoundResult[]) => [
  Math.round(median(rounds.map(({ rate }) => rate))).toLocaleString('en'),
  median(rounds.map(({ p50 }) => p50)).toFixed(1),
  median(rounds.map(({ p99 }) => p99)).toFixed(1),
];

/** The file, of cards of the shipped catalogue, and the token of a premium seller. */
async function prepare(config: Config, { pool, db }: Database, seller: string, rows: number) {
  const log = createLog('warn');
  const security = createSecurityLog({ log, secret: config.authSecret });
  const limits = openLimits({ db, clock: systemClock, redis: null, secret: config.authSecret, security });
  const identity = createIdentity({ config, db, pool, bus: new Bus(), clock: systemClock, log, limits, security });
  await pool.query("update profile set account_tier = 'premium' where user_id = $1", [seller]);
  const [token = ''] = await tokensOf(identity, [seller]);
  const [own] = exportFormats;
  if (!own) throw new Error('the market has no format of its own');
  const sets = await setNames(db, ['magic', 'pokemon', 'yugioh']);
  const printings = (await printingsOf(db, sets)).slice(0, rows);
  const named = new Map(sets.map(({ game, code, name }) => [`${game} ${code}`, name]));
  const stock = Array.from({ length: rows }, (_, n): Stocked => {
    const printing = printings[n % printings.length];
    if (!printing) throw new Error('the catalogue is empty');
    const { id: cardId, game, setCode, number, name, rarity, finishes } = printing;
    const text = { description: null, sku: `SKU-${n}`, place: `Box ${n % 90}`, privateNote: null };
    const facts = {
      cardId,
      game,
      setCode,
      setName: named.get(`${game} ${setCode}`) ?? '',
      number,
      name,
      rarity,
      grading: null,
      language: 'en',
      ...traitsOf({}),
    };
    const price = { priceAmount: 25 + (n % 1_900), currency: 'USD' as const, costAmount: 10, costCurrency: 'USD' as const };
    return {
      printing,
      copy: { id: `bench-${n}`, ...facts, ...text, ...price, condition: 'near_mint', finish: finishes[0] ?? null, status: 'active', available: 1 },
    };
  });
  return { token, file: writeHeader(own) + writeRows(own, stock) };
}

async function bring(app: MeasuredProcess, token: string, file: string): Promise<{ readMs: number; listMs: number; listed: number }> {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('file', new Blob([file], { type: 'text/csv' }), 'stock.csv');
  const from = performance.now();
  const brought = await fetch(`${app.url}/api/listings/import`, { method: 'POST', headers, body: form });
  const { id, counts, message } = (await brought.json()) as { id: string; counts: object; message?: string };
  if (brought.status !== 201) throw new Error(`the file was refused: ${message}`);
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  const readAt = performance.now();
  await fetch(`${app.url}/api/listings/import/${id}/commit`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  for (;;) {
    await pause(250);
    const answer = await fetch(`${app.url}/api/listings/import/${id}?rows=0`, { headers });
    const seen = (await answer.json()) as { status: string; progress: { listed: number }; message?: string };
    if (answer.status === 503) continue;
    if (answer.status !== 200) throw new Error(`how far the file is was answered with ${answer.status}: ${seen.message}`);
    if (seen.status === 'committed') return { readMs: readAt - from, listMs: performance.now() - readAt, listed: seen.progress.listed };
  }
}
