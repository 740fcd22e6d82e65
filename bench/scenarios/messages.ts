import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { skipCatalogue } from '#testing/servers/fleet.ts';
import { openBenchDatabase, withClient } from '../lib/database.ts';
import { fillMembers } from '../lib/fill.ts';
import { startServer } from '../lib/server.ts';
import { signIn } from '../lib/sign-in.ts';
import { quantile } from '../lib/statistics.ts';
import { table } from '../lib/table.ts';

const memberCount = 1_000;
const perSecond = 50;
/** A message that no socket has received by then is lost. */
const lateMs = 30_000;

/** A member with an open thread. */
interface Page {
  token: string;
  threadId: string;
  socket: WebSocket;
  /** Milliseconds from the creation of each message of the other member to its arrival. */
  shown: number[];
}

/** 1,000 members with open threads write 50 messages a second. A lost or doubled message sets the exit code. */
export async function benchMessages(seconds: number, say: (line: string) => void): Promise<void> {
  const secret = randomBytes(32).toString('hex');
  // Each member has an IP address of their own, as behind a proxy.
  Object.assign(process.env, { AUTH_SECRET: secret, TRUSTED_PROXIES: '127.0.0.1' });
  const database = await openBenchDatabase();
  say(`${memberCount} members write ${perSecond} messages a second for ${seconds} s on ${database.kind}`);
  try {
    const { url: databaseUrl } = database;
    await migrate(databaseUrl);
    await skipCatalogue(databaseUrl);
    const ids = await withClient(databaseUrl, (client) => fillMembers(client, memberCount, Date.now()));
    const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', DATABASE_URL: databaseUrl });
    const tokens = (await signIn(databaseUrl, config, ids)).map(({ token }) => token);
    const app = await startServer({ databaseUrl, secret });
    try {
      const pages = await openPages(app.url, ids, tokens);
      await talk(app.url, pages, 3);
      for (const page of pages) page.shown = [];
      const refused = await talk(app.url, pages, seconds);
      report(pages, seconds * perSecond, refused, say);
      for (const { socket } of pages) socket.terminate();
    } finally {
      await app.stop();
    }
  } finally {
    await database.close();
  }
}

async function post(url: string, n: number, token: string, body: object) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-forwarded-for': `10.7.${n >> 8}.${n & 255}`,
  };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as { id: string } };
}

/** A thread for each two neighbours, open in a page of each. */
async function openPages(url: string, ids: readonly string[], tokens: readonly string[]): Promise<Page[]> {
  const pages: Page[] = [];
  const openPair = async (n: number) => {
    const opening = { recipientId: ids[n + 1], text: 'Is the corner white?', clientId: 'first' };
    const { status, body } = await post(`${url}/api/threads`, n, tokens[n] ?? '', opening);
    if (status !== 201) throw new Error(`a thread was answered with ${status}: ${JSON.stringify(body)}`);
    return Promise.all([n, n + 1].map((m) => openPage(url, ids[m] ?? '', body.id, tokens[m] ?? '')));
  };
  for (let n = 0; n < ids.length; n += 20)
    pages.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => openPair(n + 2 * i)))).flat());
  return pages;
}

function openPage(url: string, memberId: string, threadId: string, token: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime`, { perMessageDeflate: false });
    const page: Page = { token, threadId, socket, shown: [] };
    let subscribed = 0;
    socket.on('error', reject);
    socket.on('open', () => {
      const send = (frame: object) => socket.send(JSON.stringify(frame));
      send({ type: 'hello', token });
      send({ type: 'subscribe', id: 't', query: 'thread', params: { id: threadId } });
      send({ type: 'subscribe', id: 'm', query: 'me', params: {} });
    });
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === 'error') reject(new Error(frame.message));
      if (frame.type === 'subscribed' && ++subscribed === 2) resolve(page);
      if (frame.type === 'event' && frame.kind === 'message.created' && frame.data.senderId !== memberId)
        page.shown.push(Date.now() - Date.parse(frame.data.createdAt));
    });
  });
}

/** Writes at a constant rate, and waits until the messages have arrived. Returns the statuses of refused ones. */
async function talk(url: string, pages: readonly Page[], seconds: number): Promise<number[]> {
  const refused: number[] = [];
  const send = async (n: number) => {
    // Neighbours share a thread: each step goes to another one.
    const at = (n * 7) % pages.length;
    const { threadId, token } = pages[at] as Page;
    const message = { text: `Message number ${n}`, clientId: `${seconds}-${n}` };
    const { status } = await post(`${url}/api/threads/${threadId}/messages`, at, token, message);
    if (status !== 201) refused.push(status);
  };
  const startedAt = performance.now();
  const sending: Promise<void>[] = [];
  for (let n = 0; n < seconds * perSecond; n++) {
    await pause(Math.max(0, startedAt + (n * 1_000) / perSecond - performance.now()));
    sending.push(send(n));
  }
  await Promise.all(sending);
  const expected = sending.length - refused.length;
  const shown = () => pages.reduce((sum, page) => sum + page.shown.length, 0);
  for (let waited = 0; shown() < expected && waited < lateMs; waited += 100) await pause(100);
  // A doubled message comes after the first.
  await pause(1_000);
  return refused;
}

function report(pages: readonly Page[], sent: number, refused: readonly number[], say: (line: string) => void) {
  const shown = pages.flatMap((page) => page.shown);
  const times = [0.5, 0.99, 1].map((share) => quantile(shown, share).toFixed(0));
  const head = ['ms', 'messages', 'median', 'p99', 'maximum', 'target'];
  say(`\n${table(head, [['stored to shown', String(shown.length), ...times, 'p99 100']])}`);
  const lost = sent - refused.length - shown.length;
  say(`${sent} sent, ${refused.length} refused ${[...new Set(refused)]}, ${lost} lost`);
  if (lost !== 0 || refused.length > 0) process.exitCode = 1;
}
