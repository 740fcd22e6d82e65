import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createLog } from '#platform/log/log.ts';
import { skipCatalogue } from '#testing/servers/fleet.ts';
import { openBenchDatabase, withClient } from '../lib/database.ts';
import { fillMembers } from '../lib/fill.ts';
import { openTalkPage, type TalkPage } from '../lib/message-socket.ts';
import { startServer } from '../lib/server.ts';
import { withSignIn } from '../lib/sign-in.ts';
import { quantile } from '../lib/statistics.ts';
import { table } from '../lib/table.ts';
import { fillThreads } from '../lib/threads.ts';

const sockets = 1_000;
const perSecond = 50;
/** A message that no socket has by then is lost. */
const lateMs = 30_000;

/**
 * 1,000 members, each with a thread open, write 50 messages a second. Measures the time from the message's own moment
 * until the other member's socket has it, and until their counter counts it. A lost or doubled message sets the exit
 * code.
 */
export async function benchMessages(seconds: number, say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-bench-talk-'));
  const secret = randomBytes(32).toString('hex');
  // Each member has an address of their own, as behind a proxy.
  Object.assign(process.env, { AUTH_SECRET: secret, DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' });
  const database = await openBenchDatabase();
  say(`${sockets} members write ${perSecond} messages a second for ${seconds} s on ${database.kind}`);
  try {
    const { url } = database;
    await migrate(url);
    await skipCatalogue(url);
    const memberIds = await withClient(url, (client) => fillMembers(client, sockets, Date.now()));
    const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', DATABASE_URL: url });
    const tokens = await withSignIn(url, config, ({ tokensOf }) => tokensOf(memberIds));
    const threads = await pairThreads(url, memberIds);
    const app = await startServer(url, secret);
    try {
      const pages = await openPages(app.url, memberIds, threads, tokens);
      const refused = await talk(app.url, pages, seconds);
      report(pages, seconds * perSecond, refused, say);
      for (const { socket } of pages) socket.terminate();
    } finally {
      await app.stop();
    }
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A thread for each two neighbours. */
async function pairThreads(url: string, ids: readonly string[]): Promise<string[]> {
  const { pool, close } = openDatabase(url, createLog('warn'), 1);
  try {
    return await fillThreads(pool, ids);
  } finally {
    await close();
  }
}

async function openPages(url: string, ids: readonly string[], threads: readonly string[], tokens: readonly string[]) {
  const pages: TalkPage[] = [];
  const open = (n: number) =>
    openTalkPage(url, { memberId: ids[n] ?? '', threadId: threads[n >> 1] ?? '', token: tokens[n] ?? '' });
  for (let at = 0; at < ids.length; at += 50)
    pages.push(...(await Promise.all(Array.from({ length: 50 }, (_, i) => open(at + i)))));
  return pages;
}

/** Warms up, forgets what that measured, and talks for so long. The statuses of refused messages. */
async function talk(url: string, pages: readonly TalkPage[], seconds: number): Promise<number[]> {
  const refused: number[] = [];
  const send = async ({ threadId, token }: TalkPage, n: number) => {
    const answer = await fetch(`${url}/api/threads/${threadId}/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': `10.7.${n % 250}.1`,
      },
      body: JSON.stringify({ text: `Message number ${n}`, clientId: `bench-${n}` }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 201) refused.push(answer.status);
  };
  const run = async (forSeconds: number, from: number) => {
    const startedAt = performance.now();
    const sending: Promise<void>[] = [];
    for (let n = 0; n < forSeconds * perSecond; n++) {
      const wait = startedAt + (n * 1_000) / perSecond - performance.now();
      if (wait > 0) await pause(wait);
      // Neighbours are one pair: each step goes to another one.
      const page = pages[((from + n) * 7) % pages.length];
      if (page) sending.push(send(page, from + n));
    }
    await Promise.all(sending);
    // On a busy machine the last ones are late, and not lost.
    const expected = sending.length - refused.length;
    const shown = () => pages.reduce((sum, page) => sum + page.shown.length, 0);
    for (let waited = 0; shown() < expected && waited < lateMs; waited += 100) await pause(100);
    await pause(1_000);
  };
  await run(3, 0);
  refused.length = 0;
  for (const page of pages) [page.shown, page.counted] = [[], []];
  await run(seconds, 10_000);
  return refused;
}

function report(pages: readonly TalkPage[], sent: number, refused: readonly number[], say: (line: string) => void) {
  const shown = pages.flatMap((page) => page.shown);
  const counted = pages.flatMap((page) => page.counted);
  const row = (what: string, times: readonly number[], goal: string) => [
    what,
    String(times.length),
    ...[0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(0)),
    goal,
  ];
  const rows = [row('stored to shown', shown, 'p99 100'), row('stored to counted', counted, 'p99 1000')];
  say(`\n${table(['ms', 'messages', 'p50', 'p99', 'most', 'at most'], rows)}`);
  const lost = sent - refused.length - shown.length;
  say(
    `${sent} sent, ${refused.length} refused${refused.length > 0 ? ` (${[...new Set(refused)]})` : ''}, ${lost} lost`,
  );
  if (lost !== 0 || refused.length > 0) process.exitCode = 1;
}
