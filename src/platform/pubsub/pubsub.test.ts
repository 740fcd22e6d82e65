import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type CuttableProxy, openCuttableProxy } from '#testing/line.ts';
import { hasRedis, needsRedis, type RedisServer, startRedis } from '#testing/servers/redis.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { createLog } from '../log/log.ts';
import { wireOf } from './open.ts';
import type { PubSub } from './pubsub.ts';

const log = createLog('silent');
let database: TestDatabase;
let pool: pg.Pool;
let redis: RedisServer | null = null;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  redis = hasRedis ? await startRedis() : null;
});
afterAll(async () => {
  await redis?.kill();
  await pool.end();
  await database.drop();
});

/** A process's wire whose way to the server can be cut, behind a proxy of its own. */
async function openCuttable(
  kind: 'postgres' | 'redis',
): Promise<{ pubsub: PubSub; way: CuttableProxy; close(): Promise<void> }> {
  const server = kind === 'redis' ? (redis?.url ?? '') : database.url;
  const way = await openCuttableProxy(server);
  const through = new URL(server);
  through.host = new URL(way.url).host;
  const url = through.href;
  const wire = wireOf(
    kind === 'redis'
      ? { redisUrl: url, databaseUrl: database.url, pool, log }
      : { redisUrl: null, databaseUrl: url, pool, log },
  );
  await wire.open();
  return { pubsub: wire, way, close: () => wire.close().then(way.close) };
}

/** Words of a channel as they come. */
function listen(wire: PubSub, channel: string): string[] {
  const words: string[] = [];
  wire.hear(channel, (text) => words.push(text));
  return words;
}
const until = (condition: () => boolean, message?: string) =>
  expect.poll(condition, { timeout: 20_000, interval: 10, message }).toBe(true);

// The one contract: whatever carries the wire keeps it.
describe.each(['postgres', 'redis'] as const)('the wire over %s', (kind) => {
  const skip = kind === 'redis' && !hasRedis;
  if (skip) test.skip(needsRedis, () => {});
  const check = test.skipIf(skip);

  check(
    'a word reaches every process that listens to its channel, the one that says it too, once and in the order in which one process says them',
    async () => {
      const [a, b] = [await openCuttable(kind), await openCuttable(kind)];
      await until(() => a.pubsub.isUp && b.pubsub.isUp);
      const [atA, atB, elsewhere] = [listen(a.pubsub, 'news'), listen(b.pubsub, 'news'), listen(b.pubsub, 'other')];
      const texts = Array.from({ length: 200 }, (_, i) => `${i} with spaces, “quotes” and ümläuts`);
      for (const text of texts) a.pubsub.say('news', text);
      await until(() => atA.length >= 200 && atB.length >= 200);
      expect([atA, atB, elsewhere]).toEqual([texts, texts, []]);
      await a.close();
      await b.close();
    },
  );

  check('processes know who else is there, and forget who is gone', async () => {
    const [a, b] = [await openCuttable(kind), await openCuttable(kind)];
    await until(() => a.pubsub.others().includes(b.pubsub.id) && b.pubsub.others().includes(a.pubsub.id));
    await b.close();
    await until(() => a.pubsub.others().length === 0);
    await a.close();
  });

  check(
    'a wire that is cut says so, drops what is said meanwhile, and carries again when the way is back',
    async () => {
      const [a, b] = [await openCuttable(kind), await openCuttable(kind)];
      const received = listen(b.pubsub, 'news');
      const states: boolean[] = [];
      await until(() => a.pubsub.isUp && b.pubsub.isUp);
      b.pubsub.onChange((isUp) => states.push(isUp));
      await b.way.cut();
      await until(() => !b.pubsub.isUp);
      a.pubsub.say('news', 'lost');
      b.pubsub.say('news', 'unsaid');
      await b.way.restore();
      await until(() => b.pubsub.isUp);
      a.pubsub.say('news', 'found');
      await until(() => received.includes('found'));
      expect(received).toEqual(['found']);
      expect(states).toEqual([false, true]);
      await a.close();
      await b.close();
    },
  );

  check('a line that stands and delivers nothing is found out by its own pulse', async () => {
    const { pubsub: wire, way, close } = await openCuttable(kind);
    await until(() => wire.isUp);
    way.freeze();
    await until(() => !wire.isUp);
    way.thaw();
    await until(() => wire.isUp);
    await close();
  });

  check('opens without a server too, and is up when one comes', async () => {
    const first = await openCuttable(kind);
    await until(() => first.pubsub.isUp);
    await first.way.cut();
    const url = new URL(kind === 'redis' ? (redis?.url ?? '') : database.url);
    url.host = new URL(first.way.url).host;
    const late = wireOf({
      redisUrl: kind === 'redis' ? url.href : null,
      databaseUrl: kind === 'redis' ? database.url : url.href,
      pool,
      log,
    });
    await late.open();
    expect(late.isUp).toBe(false);
    await first.way.restore();
    await until(() => late.isUp);
    await late.close();
    await first.close();
  });

  check('opens and closes beside a server that takes the call and never answers, and is up when one does', async () => {
    const first = await openCuttable(kind);
    await until(() => first.pubsub.isUp);
    first.way.freeze();
    const url = new URL(kind === 'redis' ? (redis?.url ?? '') : database.url);
    url.host = new URL(first.way.url).host;
    const frozen = () =>
      wireOf({
        redisUrl: kind === 'redis' ? url.href : null,
        databaseUrl: kind === 'redis' ? database.url : url.href,
        pool,
        log,
      });
    const [late, never] = [frozen(), frozen()];
    await Promise.all([late.open(), never.open()]);
    expect(late.isUp).toBe(false);
    await never.close();
    first.way.thaw();
    await until(() => late.isUp);
    await late.close();
    await first.close();
  });

  check('a word that is too long is a fault of ours', async () => {
    const { pubsub: wire, close } = await openCuttable(kind);
    expect(() => wire.say('news', 'x'.repeat(7_001))).toThrow(RangeError);
    await close();
  });
});
