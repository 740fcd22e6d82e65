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
  const listThin = (filter: { types: string[] }) => {
    requested.push(filter.types);
    return [
      { id: 'evt_thin', type: filter.types[0], created: '2026-03-01T12:00:00Z', related_object: { id: 'acct_1' } },
    ];
  };
  const platform = {
    db: db.db,
    pool: db.pool,
    bus: new Bus(),
    clock: new MovableClock(),
    reactions: new Map(),
    log: createLog('silent'),
    payments: { stripe: { events: { list }, v2: { core: { events: { list: listThin } } } } },
  } as unknown as Platform;
  expect(await reconcileStripe(platform, types)).toBe(45);
  expect([requested.map(({ length }) => length), requested.flat()]).toEqual([[20, 20, 5], types]);
  expect(await reconcileStripe(platform, types)).toBe(0);

  // The v2 API has a list of its own.
  const thin = 'v2.core.account[requirements].updated';
  expect(await reconcileStripe(platform, [thin, 'charge.refunded'])).toBe(2);
  expect(requested.slice(6)).toEqual([['charge.refunded'], [thin]]);
});
