import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MovableClock } from '#platform/clock/clock.ts';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { reconcileStripe } from './reconcile.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  db = openDatabase(database.url, createLog('silent'), 4);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('the comparison requests all types, at most as many at once as Stripe allows', async () => {
  const types = Array.from({ length: 45 }, (_, n) => `kind.of-${n}`);
  const requested: string[][] = [];
  const list = (filter: { types: string[] }) => {
    // Stripe answers 400 to more than twenty.
    if (filter.types.length > 20) throw new Error(`${filter.types.length} types`);
    requested.push(filter.types);
    return filter.types.map(
      (type) => ({ id: `evt_${type}`, type, created: 1_700_000_000, data: { object: {} } }) as unknown as Stripe.Event,
    );
  };
  const platform = {
    db: db.db,
    pool: db.pool,
    bus: new Bus(),
    clock: new MovableClock(),
    reactions: new Map(),
    log: createLog('silent'),
    payments: { stripe: { events: { list } } },
  } as unknown as Platform;
  expect(await reconcileStripe(platform, types)).toBe(45);
  expect([requested.map(({ length }) => length), requested.flat()]).toEqual([[20, 20, 5], types]);
  expect(await reconcileStripe(platform, types)).toBe(0);
});
