import { fork } from 'node:child_process';
import { WebSocket } from 'ws';
import { createTestDatabase } from '#testing/test-database.ts';
import type { LiveServerMessage } from './live-server.ts';

/**
 * Ten thousand open pages (LD-1): how long they take to connect, how fast one event reaches all of them, what the server needs for it,
 * and, when all lines are cut at once, how long until each has come back and heard what it missed.
 *
 *   TEST_DATABASE_URL=postgres://… node bench/live.ts [sockets]
 */
const count = Number(process.argv[2] ?? 10_000);
const rounds = 20;
const missed = 25;
const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server where databases may be made');

const database = await createTestDatabase(serverUrl);
const server = fork(new URL('./live-server.ts', import.meta.url), [database.url], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
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

interface Page {
  socket: WebSocket;
  lastEventId: number;
  versions: number[];
}

const { url } = await said('ready');
let onEvent: (page: Page, at: number) => void = () => {};

function connect(page: Page | null): Promise<Page> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const self = page ?? { socket, lastEventId: 0, versions: [] };
    self.socket = socket;
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'hello' }));
      socket.send(
        JSON.stringify({ type: 'subscribe', id: 'all', query: 'thing', params: { id: 'all' }, ...(page ? { lastEventId: page.lastEventId } : {}) }),
      );
    });
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === 'subscribed') {
        if (page && !frame.resumed) reject(new Error('a page could not resume'));
        self.lastEventId = Math.max(self.lastEventId, page ? 0 : frame.lastEventId);
        resolve(self);
      }
      if (frame.type !== 'event') return;
      self.lastEventId = frame.eventId;
      self.versions.push(frame.data.version);
      onEvent(self, frame.data.at);
    });
  });
}

/** Runs `work` for each, so many at a time. */
async function each<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>): Promise<void> {
  let at = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let i = at++; i < items.length; i = at++) await work(items[i] as T);
    }),
  );
}

const emptyMb = await memory();
const pages: Page[] = [];
let startedAt = performance.now();
await each(
  Array.from({ length: count }, (_, i) => i),
  100,
  async () => pages.push(await connect(null)),
);
const connectedS = (performance.now() - startedAt) / 1_000;

const latencies: number[] = [];
for (let round = 1; round <= rounds; round++) {
  await new Promise<void>((resolve) => {
    let left = pages.length;
    onEvent = (_page, at) => {
      latencies.push(Date.now() - at);
      if (--left === 0) resolve();
    };
    server.send({ kind: 'tell', version: round });
  });
}
latencies.sort((a, b) => a - b);
const fullMb = await memory();

onEvent = () => {};
for (const page of pages) page.socket.terminate();
for (let i = 1; i <= missed; i++) server.send({ kind: 'tell', version: rounds + i });
startedAt = performance.now();
await each(pages, 200, connect);
await new Promise<void>((resolve) => {
  const isDone = () => pages.every((page) => page.versions.length >= rounds + missed);
  onEvent = () => {};
  const check = setInterval(() => {
    if (!isDone()) return;
    clearInterval(check);
    resolve();
  }, 50);
});
const resumedS = (performance.now() - startedAt) / 1_000;
const wrong = pages.filter(({ versions }) => versions.some((version, i) => version !== i + 1) || versions.length !== rounds + missed).length;
const peakMb = await memory();

console.log(
  JSON.stringify(
    {
      sockets: count,
      connectedS: Number(connectedS.toFixed(1)),
      fanOutMs: { p50: latencies[Math.floor(latencies.length * 0.5)], p99: latencies[Math.floor(latencies.length * 0.99)], max: latencies.at(-1) },
      cutAllResumedS: Number(resumedS.toFixed(1)),
      pagesWithMissedDoubledOrDisorderedEvents: wrong,
      serverMb: { empty: emptyMb, full: fullMb, afterResume: peakMb, kbPerSocket: Number((((fullMb - emptyMb) * 1024) / count).toFixed(1)) },
    },
    null,
    2,
  ),
);
for (const page of pages) page.socket.terminate();
server.disconnect();
await new Promise((resolve) => server.once('exit', resolve));
await database.drop();
