import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { openCuttableProxy } from '#testing/line.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { type Database, type Db, isDatabaseAway, openDatabase, readTogether } from './db.ts';
import { watchPulse } from './pulse.ts';

let made: TestDatabase;
let database: Database;
beforeAll(async () => {
  made = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(made.url, createLog('silent'), 1, { answerWithinMs: 300 });
}, 60_000);
afterAll(async () => {
  await database?.close();
  await made?.drop();
});

const backend = async () =>
  (
    await database.pool.query<{ pid: number }>({
      text: 'select pg_backend_pid() as pid',
      query_timeout: 20_000,
    } as never)
  ).rows[0]?.pid;
const slow = 'select pg_sleep(60)';

test('a statement without an answer closes its connection, and the next one gets another', async () => {
  const before = await backend();
  await expect(database.pool.query(slow)).rejects.toSatisfy(isDatabaseAway);
  const after = await backend();
  expect(after).not.toBe(before);
});

test('in a transaction too: its rollback does not wait behind the lost answer', async () => {
  const before = await backend();
  const lost = database.db.transaction(async (tx) => {
    await tx.execute(sql.raw(slow));
  });
  await expect(lost).rejects.toSatisfy(isDatabaseAway);
  expect(await backend()).not.toBe(before);
  expect(database.pool.totalCount).toBe(1);
});

test('a transaction whose first statement is lost releases its slot in the pool, and closing the pool does not wait for it', async () => {
  const line = await openCuttableProxy(made.url);
  const url = new URL(made.url);
  url.host = new URL(line.url).host;
  const single = openDatabase(url.href, createLog('silent'), 1, { answerWithinMs: 300 });
  const answer = async () =>
    (await single.db.transaction((tx) => tx.execute<{ n: number }>(sql`select 1 as n`))).rows[0]?.n;
  expect(await answer()).toBe(1);
  line.freeze();
  await expect(answer()).rejects.toSatisfy(isDatabaseAway);
  line.thaw();
  expect(await answer()).toBe(1);
  await single.close();
  await line.close();
});

test('closing a connection to a server that does not answer takes a short time', async () => {
  const line = await openCuttableProxy(made.url);
  const url = new URL(made.url);
  url.host = new URL(line.url).host;
  const single = openDatabase(url.href, createLog('silent'), 1);
  const client = await single.pool.connect();
  line.freeze();
  // Released while the pool is ending: `close` waits for the end of this connection.
  setImmediate(() => client.release());
  await single.close();
  await line.close();
});

test('code that holds a pool connection for long, like the job worker, loses it at a timeout and can release it', async () => {
  const client = await database.pool.connect();
  await expect(client.query(slow)).rejects.toThrow('Query read timeout');
  await expect(client.query('select 1')).rejects.toSatisfy(isDatabaseAway);
  client.release();
  expect(await backend()).toBeGreaterThan(0);
});

test("`query_timeout` of a single statement overrides the connection's", async () => {
  const slowQuery = { text: "select pg_sleep(0.6), 'done' as is", query_timeout: 20_000 };
  expect((await database.pool.query<{ is: string }>(slowQuery as never)).rows[0]?.is).toBe('done');
});

test('on a busy event loop connecting takes several ticks: as long as there is progress the server is not silent', async () => {
  const notified: string[] = [];
  const report = (event: string) => () => void notified.push(event);
  // Each tick takes longer than an interval, as under many page requests.
  const pulse = watchPulse(made.url, { silent: report('silent'), back: report('back') }, { everyMs: 20, missed: 5 });
  const until = performance.now() + 1_200;
  await new Promise<void>((resolve) => {
    const spin = () => {
      const end = performance.now() + 22;
      while (performance.now() < end);
      if (performance.now() < until) setImmediate(spin);
      else resolve();
    };
    spin();
  });
  expect(notified).toEqual([]);
  await pulse.stop();
});

test('while other connections get answers the server is not silent, though the health check waits', async () => {
  const sockets: Socket[] = [];
  const mute: Server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as AddressInfo;
  const notified: string[] = [];
  let answers = 0;
  const talk = setInterval(() => answers++, 15);
  const notify = { silent: () => void notified.push('silent'), back: () => {}, answers: () => answers };
  const pulse = watchPulse(`postgres://nobody:x@127.0.0.1:${port}/none`, notify, { everyMs: 20, missed: 3 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(notified).toEqual([]);
  clearInterval(talk);
  await expect.poll(() => notified).toEqual(['silent']);
  await pulse.stop();
  mute.close();
  for (const socket of sockets) socket.destroy();
});

test('a server that accepts connections and never answers is silent; one that refuses them is not', async () => {
  const sockets: Socket[] = [];
  const mute: Server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const { port } = mute.address() as AddressInfo;
  const notified: string[] = [];
  let wake = () => {};
  const notify = (word: string) => () => {
    notified.push(word);
    wake();
  };
  const pulse = watchPulse(
    `postgres://nobody:x@127.0.0.1:${port}/none`,
    { silent: notify('silent'), back: notify('back') },
    { everyMs: 20, missed: 3 },
  );
  const next = () => new Promise<void>((resolve) => (wake = resolve));
  await next();
  expect(notified).toEqual(['silent']);
  // A refused connection is an answer.
  const back = next();
  mute.close();
  for (const socket of sockets) socket.destroy();
  await back;
  expect(notified).toEqual(['silent', 'back']);
  await pulse.stop();
});

test('several reads run in parallel on the pool and one after the other in a transaction, whose connection runs one query at a time', async () => {
  const wide = openDatabase(made.url, createLog('silent'), 2);
  try {
    let under = 0;
    let most = 0;
    const read = (db: Db, n: number) => async () => {
      most = Math.max(most, ++under);
      const { rows } = await db.execute<{ n: number }>(sql`select ${n}::int as n`);
      under--;
      return rows[0]?.n;
    };
    expect(await readTogether(wide.db, read(wide.db, 1), read(wide.db, 2))).toEqual([1, 2]);
    expect(most).toBe(2);
    most = 0;
    expect(await wide.db.transaction((tx) => readTogether(tx, read(tx, 3), read(tx, 4)))).toEqual([3, 4]);
    expect(most).toBe(1);
  } finally {
    await wide.close();
  }
});
