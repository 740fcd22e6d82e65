import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectLive } from '#testing/live.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { hasRedis, needsRedis, type RedisServer, startRedis } from '#testing/servers/redis.ts';

const isDegraded = async (market: TestMarket) =>
  (await market.request('GET', '/api/health')).body.degraded !== undefined;
const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 20_000, interval: 10 });

describe.each(['postgres', 'redis'] as const)('two processes of one market, joined by %s', (kind) => {
  const skip = kind === 'redis' && !hasRedis;
  if (skip) test.skip(needsRedis, () => {});
  const check = test.skipIf(skip);
  let redis: RedisServer | null = null;
  let a: TestMarket;
  let b: TestMarket;
  let seller: TestMember;
  let buyer: TestMember;
  beforeAll(async () => {
    if (skip) return;
    redis = kind === 'redis' ? await startRedis() : null;
    const env: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
    a = await startTestMarket({ pages: true, env });
    b = await startTestMarket({ pages: true, env, beside: a });
    buyer = await a.signUp();
    await until(() => a.platform.bus.isConnected && b.platform.bus.isConnected);
  });
  afterAll(async () => {
    await b?.close();
    await a?.close();
    await redis?.kill();
  });

  /** Takes the ears of both processes away: their notifications, or their Redis. */
  async function cut(): Promise<void> {
    if (redis) return redis.kill();
    // Listeners alone: the connections on which questions are asked stay.
    await a.platform.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sleeved wire'",
    );
  }
  async function listed(name = 'Two places'): Promise<string> {
    const body = {
      game: 'pokemon',
      name,
      condition: 'near_mint',
      price: { amount: 450, currency: 'USD' },
      status: 'active',
    };
    // A free member has two places only.
    seller = await a.signUp();
    const answer = await a.request('POST', '/api/listings', { as: seller, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  }
  const statusAt = async (market: TestMarket, id: string) =>
    (await market.request('GET', `/api/listings/${id}`)).body.status;
  const isOffered = async (market: TestMarket, id: string) =>
    /Buy for/.test((await market.request('GET', `/listings/${id}`)).body);
  const buy = (market: TestMarket, listingId: string) =>
    market.request('POST', '/api/orders', { as: buyer, body: { listingId } });

  check(
    'what is sold at one is not offered by the other a moment later: not by its kept page, its answers, its counts',
    async () => {
      const late: number[] = [];
      for (let round = 0; round < 5; round++) {
        const id = await listed(`Sold ${round}`);
        const found = async () =>
          (await b.request('GET', `/api/listings?q=Sold+${round}`)).body.items.some(
            (item: { id: string }) => item.id === id,
          );
        await until(found);
        // Twice, so that it is kept.
        for (let i = 0; i < 2; i++) expect([await isOffered(b, id), await statusAt(b, id)]).toEqual([true, 'active']);
        const sale = await buy(a, id);
        expect(sale.status).toBe(201);
        const soldAt = performance.now();
        expect([await isOffered(a, id), await statusAt(a, id)]).toEqual([false, 'reserved']);
        await until(
          async () => !(await isOffered(b, id)) && (await statusAt(b, id)) === 'reserved' && !(await found()),
        );
        late.push(performance.now() - soldAt);
        expect((await buy(b, id)).status).toBe(409);
        await a.request('POST', `/api/orders/${sale.body.order.id}/cancel`, { as: buyer });
      }
      // The promise is a second; a machine that does other things beside gets five.
      expect(Math.max(...late)).toBeLessThan(5_000);
    },
  );

  check(
    'a process that does not hear the others keeps nothing and says so, is right all the same, and keeps again when it hears',
    async () => {
      const id = await listed();
      await until(() => isOffered(b, id));
      const losses = b.platform.bus.disconnects;
      await cut();
      await until(() => b.platform.bus.disconnects > losses);
      if (redis) {
        expect((await b.request('GET', '/api/health')).body).toEqual({ status: 'ok', degraded: ['bus'] });
        expect((await b.request('GET', '/metrics')).body).toMatch(/^sleeved_bus_hearing 0$/m);
        const before = b.platform.cache.stats();
        for (let i = 0; i < 3; i++) expect(await isOffered(b, id)).toBe(true);
        expect((await buy(a, id)).status).toBe(201);
        // No waiting: what is not kept cannot be old.
        expect([await isOffered(b, id), await statusAt(b, id)]).toEqual([false, 'reserved']);
        expect(b.platform.cache.stats().entries).toBe(0);
        expect(b.platform.cache.stats().hits).toBe(before.hits);
        await redis.start();
      }
      await until(async () => !(await isDegraded(a)) && !(await isDegraded(b)));
      expect((await b.request('GET', '/metrics')).body).toMatch(/^sleeved_bus_hearing 1$/m);
      const { hits } = b.platform.cache.stats();
      await until(async () => {
        await b.request('GET', '/api/listings');
        return b.platform.cache.stats().hits > hits;
      });
    },
  );

  check(
    'no event is lost while the wire is away, and a browser that comes back to the other process misses none',
    async () => {
      const id = await listed();
      await a.runJobs();
      const address = (market: TestMarket) => `${market.url.replace(/^http/, 'ws')}/api/realtime`;
      const atA = await connectLive(address(a));
      await atA.hello();
      await atA.subscribe('l', 'listing', { id });
      const reprice = async (market: TestMarket, amount: number) =>
        (
          await market.request('PATCH', `/api/listings/${id}`, {
            as: seller,
            body: { price: { amount, currency: 'USD' } },
          })
        ).body.version as number;
      const versions = [await reprice(a, 500)];
      const { eventId } = await atA.frame<{ eventId: number }>({ type: 'event' });
      atA.cut();
      await cut();
      versions.push(await reprice(a, 510), await reprice(b, 520));
      const atB = await connectLive(address(b));
      expect(await atB.hello({ lastEventId: eventId })).toMatchObject({ resumed: true });
      await atB.subscribe('l', 'listing', { id });
      versions.push(await reprice(a, 530));
      await redis?.start();
      versions.push(await reprice(b, 540), await reprice(a, 550));
      await atB.until(() => atB.events().find((event) => event.data.version === versions.at(-1)));
      expect(atB.events().map((event) => event.data.version)).toEqual(versions.slice(1));
      const positions = atB.events().map((event) => event.eventId);
      expect(positions).toEqual([...positions].sort((one, other) => one - other));
      atB.cut();
      await until(() => a.platform.bus.isConnected && b.platform.bus.isConnected);
    },
  );

  check('a token whose session ended at one is refused by the other, also by one that hears nothing', async () => {
    const refusedAt = async (market: TestMarket, token: string) =>
      (await market.request('GET', '/api/profile', { as: { token } })).status === 401;
    for (const disconnected of [false, true]) {
      const member = await a.signUp();
      const { token } = (await a.request('POST', '/api/auth/token', { as: member })).body;
      expect(await refusedAt(b, token)).toBe(false);
      if (disconnected) await cut();
      // A PostgreSQL subscription reconnects by itself; Redis stays away, and the next poll of the outbox would publish as
      // well.
      const isSubscriptionLost = disconnected && redis !== null;
      if (isSubscriptionLost) await until(() => !b.platform.bus.isConnected);
      await a.request('POST', '/api/auth/sign-out', { as: member });
      if (isSubscriptionLost) expect(await refusedAt(b, token)).toBe(true);
      await until(() => refusedAt(b, token));
    }
    await redis?.start();
    await until(() => a.platform.bus.isConnected && b.platform.bus.isConnected);
  });
});
