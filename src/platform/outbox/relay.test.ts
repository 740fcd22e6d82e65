import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { openLine } from '#testing/line.ts';
import { createTestDatabase } from '#testing/servers/test-database.ts';
import type { PubSub } from '../pubsub/pubsub.ts';
import { Bus } from './bus.ts';
import { startRelay } from './relay.ts';

/** One that carries all the time and brings no word. */
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

test('a process hears again when its connection to the database died without a word and new ones get through', async () => {
  const database = await createTestDatabase(inject('databaseServer'));
  const way = await openLine(database.url);
  const through = new URL(database.url);
  through.host = new URL(way.url).host;
  const bus = new Bus();
  const relay = await startRelay({ databaseUrl: through.href, bus, pubsub: wire, log: createLog('silent') });
  const untilReceives = (receives: boolean) => expect.poll(() => bus.hears, { timeout: 20_000 }).toBe(receives);
  try {
    await untilReceives(true);
    way.freeze();
    way.thaw();
    await untilReceives(false);
    await untilReceives(true);
  } finally {
    // Its sockets first: a connection that is never answered would else hold the end up.
    await way.close();
    await relay.close();
    await database.drop();
  }
});

test('a process that waits for its turn to give positions has touched nothing yet, and goes on from the one before it', async () => {
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
    // As the process does whose turn it is; it would wait here for whoever had begun without having it.
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
