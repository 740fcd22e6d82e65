import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#platform/db/migrate.ts';
import { nodeEnvironment, nodeFlags } from '../dev/node-flags.mjs';
import { openBenchDatabase } from './database.ts';
import { connectPage, type LivePage, until } from './live-pages.ts';
import type { LiveServerMessage } from './live-server.ts';
import { type Target, targetTable } from './report.ts';

/** Each round tells all pages one event. */
const rounds = 20;
/** Events that all pages miss while they are cut off. */
const missed = 25;

export interface LiveOptions {
  sockets: number;
  profile: string | null;
  say(line: string): void;
}

/**
 * Many open pages (LD-1): how long they take to connect, how fast one event reaches all of them, what the server needs for it, and, when all lines are
 * cut at once, how long until each has come back and heard what it missed. Prints a table and keeps the figures as JSON.
 */
export async function benchLive({ sockets, profile, say }: LiveOptions): Promise<void> {
  const database = await openBenchDatabase();
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.versions.node, database: database.kind };
  say(`Measuring ${sockets.toLocaleString('en')} live connections on ${machine.database}, Node ${machine.node}, ${machine.cpus} × ${machine.model}`);
  try {
    await migrate(database.url);
    const figures = await measureLive(database.url, sockets, profile);
    const targets = asTargets(figures);
    say(`\n${JSON.stringify(figures, null, 2)}\n\n${targetTable(targets)}`);
    const folder = join(import.meta.dirname, 'results');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `live-${sockets}.json`), JSON.stringify({ at: new Date().toISOString(), machine, figures, targets }, null, 2));
  } finally {
    await database.close();
  }
}

type Figures = Awaited<ReturnType<typeof measureLive>>;

export function asTargets({ serverMb, fanOutMs, resumedS, wrongPages }: Figures): Target[] {
  const memory = Math.max(serverMb.full, serverMb.afterResume);
  return [
    { what: 'memory of the server', measured: `${memory} MB`, asked: '≤ 1024 MB', met: memory <= 1_024 },
    { what: 'an event at all pages, p99', measured: `${fanOutMs.p99} ms`, asked: '≤ 1000 ms', met: fanOutMs.p99 <= 1_000 },
    { what: 'all cut at once, all resumed', measured: `${resumedS} s`, asked: '≤ 120 s', met: resumedS <= 120 },
    { what: 'pages that missed or doubled an event', measured: String(wrongPages), asked: '0', met: wrongPages === 0 },
  ];
}

export async function measureLive(databaseUrl: string, sockets: number, profile: string | null = null) {
  // As the product is started: with its limit of memory, and drizzle as light as in the bundle.
  const server = fork(new URL('./live-server.ts', import.meta.url), [databaseUrl], {
    execArgv: [
      ...nodeFlags,
      `--import=${new URL('./light-drizzle.mjs', import.meta.url).href}`,
      ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []),
    ],
    env: { ...process.env, ...nodeEnvironment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const said = <K extends LiveServerMessage['kind']>(kind: K) =>
    new Promise<Extract<LiveServerMessage, { kind: K }>>((resolve) => {
      const listen = (message: LiveServerMessage) => {
        if (message.kind !== kind) return;
        server.off('message', listen);
        resolve(message as Extract<LiveServerMessage, { kind: K }>);
      };
      server.on('message', listen);
    });
  const memory = async () => {
    const answer = said('memory');
    server.send({ kind: 'memory' });
    return (await answer).residentMb;
  };
  const { url } = await said('ready');
  const empty = await memory();

  const pages: LivePage[] = [];
  let startedAt = performance.now();
  await each(Array.from({ length: sockets }), 100, async () => pages.push(await connectPage(url)));
  const connectedS = secondsSince(startedAt);

  const latencies: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    server.send({ kind: 'tell', version: round });
    await until(() => pages.every((page) => page.versions.length >= round));
  }
  for (const page of pages) latencies.push(...page.latencies);
  latencies.sort((a, b) => a - b);
  const full = await memory();

  for (const page of pages) page.socket.terminate();
  for (let i = 1; i <= missed; i++) server.send({ kind: 'tell', version: rounds + i });
  startedAt = performance.now();
  await each(pages, 200, (page) => connectPage(url, page));
  await until(() => pages.every((page) => page.versions.length >= rounds + missed));
  const resumedS = secondsSince(startedAt);
  const isWrong = ({ versions }: LivePage) => versions.length !== rounds + missed || versions.some((version, i) => version !== i + 1);
  const serverMb = { empty, full, afterResume: await memory() };

  const gone = new Promise((resolve) => server.once('exit', resolve));
  for (const page of pages) page.socket.terminate();
  server.disconnect();
  await gone;
  const share = (part: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? Number.NaN;
  return {
    sockets,
    connectedS,
    fanOutMs: { p50: share(0.5), p99: share(0.99), max: share(1) },
    resumedS,
    wrongPages: pages.filter(isWrong).length,
    serverMb,
    kbPerSocket: Number((((full - empty) * 1024) / sockets).toFixed(1)),
  };
}

const secondsSince = (startedAt: number) => Number(((performance.now() - startedAt) / 1_000).toFixed(1));

/** Runs `work` for each, so many at a time. */
async function each<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>): Promise<void> {
  let at = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let i = at++; i < items.length; i = at++) await work(items[i] as T);
    }),
  );
}
