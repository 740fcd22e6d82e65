import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type CuttableProxy, openCuttableProxy } from '#testing/line.ts';
import { hasRedis, needsRedis, type RedisServer, startRedis } from '#testing/servers/redis.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { createLog } from '../log/log.ts';
import { configuredPubSub } from './open.ts';
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

/** A process's pub/sub behind its own proxy, which can cut the connection to the server. */
async function openCuttable(
  kind: 'postgres' | 'redis',
): Promise<{ pubsub: PubSub; proxy: CuttableProxy; close(): Promise<void> }> {
  const server = kind === 'redis' ? (redis?.url ?? '') : database.url;
  const proxy = await openCuttableProxy(server);
  const through = new URL(server);
  through.host = new URL(proxy.url).host;
  const url = through.href;
  const pubsub = configuredPubSub(
    kind === 'redis'
      ? { redisUrl: url, databaseUrl: database.url, pool, log }
      : { redisUrl: null, databaseUrl: url, pool, log },
  );
  await pubsub.open();
  return { pubsub, proxy, close: () => pubsub.close().then(proxy.close) };
}

/** The messages of a channel, in order of arrival. */
function listen(pubsub: PubSub, channel: string): string[] {
  const messages: string[] = [];
  pubsub.subscribe(channel, (text) => messages.push(text));
  return messages;
}
const until = (condition: () => boolean, message?: string) =>
  expect.poll(condition, { timeout: 20_000, interval: 10, message }).toBe(true);

// The contract that every adapter fulfils.
describe.each(['postgres', 'redis'] as const)('pub/sub over %s', (kind) => {
  const skip = kind === 'redis' && !hasRedis;
  if (skip) test.skip(needsRedis, () => {});
  const check = test.skipIf(skip);

  check(
    'a message reaches every subscribed process, the publisher included, once and in the publisher’s order',
    async () => {
      const [a, b] = [await openCuttable(kind), await openCuttable(kind)];
      await until(() => a.pubsub.isUp && b.pubsub.isUp);
      const [atA, atB, elsewhere] = [
        listen(a.pubsub, 'updates'),
        listen(b.pubsub, 'updates'),
        listen(b.pubsub, 'other'),
      ];
      const texts = Array.from({ length: 200 }, (_, i) => `${i} with spaces, “quotes” and ümläuts`);
      for (const text of texts) a.pubsub.publish('updates', text);
      await until(() => atA.length >= 200 && atB.length >= 200);
      expect([atA, atB, elsewhere]).toEqual([texts, texts, []]);
      await a.close();
      await b.close();
    },
  );

  check('processes know the others, and forget those that have ended', async () => {
    const [a, b] = [await openCuttable(kind), await openCuttable(kind)];
    await until(() => a.pubsub.others().includes(b.pubsub.id) && b.pubsub.others().includes(a.pubsub.id));
    await b.close();
    await until(() => a.pubsub.others().length === 0);
    await a.close();
  });

  check(
    'a cut connection reports it, drops messages in the meantime, and delivers again after it is restored',
    async () => {
      const [a, b] = [await openCuttable(kind), await openCuttable(kind)];
      const received = listen(b.pubsub, 'updates');
      const states: boolean[] = [];
      await until(() => a.pubsub.isUp && b.pubsub.isUp);
      b.pubsub.onChange((isUp) => states.push(isUp));
      await b.proxy.cut();
      await until(() => !b.pubsub.isUp);
      a.pubsub.publish('updates', 'lost');
      b.pubsub.publish('updates', 'unsaid');
      await b.proxy.restore();
      await until(() => b.pubsub.isUp);
      a.pubsub.publish('updates', 'found');
      await until(() => received.includes('found'));
      expect(received).toEqual(['found']);
      expect(states).toEqual([false, true]);
      await a.close();
      await b.close();
    },
  );

  check('an open connection that delivers nothing is detected by its own heartbeat', async () => {
    const { pubsub, proxy, close } = await openCuttable(kind);
    await until(() => pubsub.isUp);
    proxy.freeze();
    await until(() => !pubsub.isUp);
    proxy.thaw();
    await until(() => pubsub.isUp);
    await close();
  });

  check('opens without a server too, and is up when one starts', async () => {
    const first = await openCuttable(kind);
    await until(() => first.pubsub.isUp);
    await first.proxy.cut();
    const url = new URL(kind === 'redis' ? (redis?.url ?? '') : database.url);
    url.host = new URL(first.proxy.url).host;
    const late = configuredPubSub({
      redisUrl: kind === 'redis' ? url.href : null,
      databaseUrl: kind === 'redis' ? database.url : url.href,
      pool,
      log,
    });
    await late.open();
    expect(late.isUp).toBe(false);
    await first.proxy.restore();
    await until(() => late.isUp);
    await late.close();
    await first.close();
  });

  check(
    'opens and closes with a server that accepts the connection and never answers, and is up when it does',
    async () => {
      const first = await openCuttable(kind);
      await until(() => first.pubsub.isUp);
      first.proxy.freeze();
      const url = new URL(kind === 'redis' ? (redis?.url ?? '') : database.url);
      url.host = new URL(first.proxy.url).host;
      const frozen = () =>
        configuredPubSub({
          redisUrl: kind === 'redis' ? url.href : null,
          databaseUrl: kind === 'redis' ? database.url : url.href,
          pool,
          log,
        });
      const [late, never] = [frozen(), frozen()];
      await Promise.all([late.open(), never.open()]);
      expect(late.isUp).toBe(false);
      await never.close();
      first.proxy.thaw();
      await until(() => late.isUp);
      await late.close();
      await first.close();
    },
  );

  check('a message that is too long throws', async () => {
    const { pubsub, close } = await openCuttable(kind);
    expect(() => pubsub.publish('updates', 'x'.repeat(7_001))).toThrow(RangeError);
    await close();
  });
});
