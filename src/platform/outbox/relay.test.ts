import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { openCuttableProxy } from '#testing/line.ts';
import { createTestDatabase } from '#testing/servers/test-database.ts';
import type { PubSub } from '../pubsub/pubsub.ts';
import { Bus } from './bus.ts';
import { startRelay } from './relay.ts';

/** Pub/sub that is up and delivers nothing. */
const wire: PubSub = {
  kind: 'none',
  id: 'me',
  isUp: true,
  publish: () => {},
  subscribe: () => () => {},
  onChange: () => () => {},
  others: () => [],
  open: async () => {},
  close: async () => {},
};

test('a process is connected again after its database connection died silently and new ones get through', async () => {
  const database = await createTestDatabase(inject('databaseServer'));
  const way = await openCuttableProxy(database.url);
  const through = new URL(database.url);
  through.host = new URL(way.url).host;
  const bus = new Bus();
  const relay = await startRelay({ databaseUrl: through.href, bus, pubsub: wire, log: createLog('silent') });
  const untilConnected = (isConnected: boolean) =>
    expect.poll(() => bus.isConnected, { timeout: 20_000 }).toBe(isConnected);
  try {
    await untilConnected(true);
    way.freeze();
    way.thaw();
    await untilConnected(false);
    await untilConnected(true);
  } finally {
    // The sockets first: a connection without an answer would delay the end.
    await way.close();
    await relay.close();
    await database.drop();
  }
});

test('a process that waits for the lock on positions holds no other lock, and continues from the position before it', async () => {
  const database = await createTestDatabase(inject('databaseServer'));
  const bus = new Bus();
  const received: [subject: string, position: number][] = [];
  bus.onPublished((events) =>
    received.push(...events.map(({ subject, position }) => [subject, position] as [string, number])),
  );
  const relay = await startRelay({ databaseUrl: database.url, bus, pubsub: wire, log: createLog('silent') });
  const [other, eyes] = [new pg.Client(database.url), new pg.Client(database.url)];
  await Promise.all([other.connect(), eyes.connect()]);
  const add = (subject: string) =>
    eyes.query(
      "insert into outbox_event (kind, subject, version, topics, data, at) values ('thing.changed', $1, 1, '{}', '{}', now())",
      [subject],
    );
  try {
    await other.query('begin');
    const { rows } = await other.query<{ last_position: string }>('select last_position from outbox_relay for update');
    const next = Number(rows[0]?.last_position) + 1;
    await add('first');
    const flushed = relay.flush();
    const waits =
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await eyes.query(waits)).rows[0].n, { timeout: 20_000 }).toBe(1);
    // Like the process that holds the lock; it would wait here for a process that changed rows without the lock.
    await other.query("set local lock_timeout = '200ms'");
    await other.query("update outbox_event set position = $1 where subject = 'first'", [next]);
    await other.query('update outbox_relay set last_position = $1', [next]);
    await other.query('commit');
    await flushed;
    await add('second');
    await relay.flush();
    expect(received).toEqual([
      ['first', next],
      ['second', next + 1],
    ]);
  } finally {
    await Promise.all([other.end(), eyes.end()]);
    await relay.close();
    await database.drop();
  }
});
