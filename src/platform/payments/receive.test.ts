import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MovableClock } from '#platform/clock/clock.ts';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { receiveEvents } from './receive.ts';

let database: TestDatabase;
let db: Database;
let platform: Platform;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  db = openDatabase(database.url, createLog('silent'), 4);
  platform = {
    db: db.db,
    pool: db.pool,
    bus: new Bus(),
    clock: new MovableClock(),
    reactions: new Map(),
  } as unknown as Platform;
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const eventOf = (id: string, account?: string) =>
  ({
    id,
    type: 'charge.refunded',
    created: 1_700_000_000,
    account,
    data: { object: { id: 'ch_1', metadata: { purchaseId: 'p1', orderId: 'o1' } } },
  }) as unknown as Stripe.Event;
const stored = async () =>
  (
    await db.pool.query<{ subject: string; data: unknown }>(
      "select subject, data from outbox_event where kind = 'stripe.received' order by id",
    )
  ).rows;

test('a Stripe event is published once: twice in one page, sent again, by webhook and by comparison', async () => {
  expect(await receiveEvents(platform, [eventOf('evt_1'), eventOf('evt_2'), eventOf('evt_1')], 'webhook')).toBe(2);
  expect(await receiveEvents(platform, [eventOf('evt_2')], 'webhook')).toBe(0);
  expect(await receiveEvents(platform, [eventOf('evt_1'), eventOf('evt_3')], 'reconcile')).toBe(1);
  expect((await stored()).map(({ subject }) => subject).sort()).toEqual(['evt_1', 'evt_2', 'evt_3']);
});

test('the published reference contains the object, the purchase and the account', async () => {
  await receiveEvents(platform, [eventOf('evt_theirs', 'acct_7')], 'webhook');
  expect((await stored()).find(({ subject }) => subject === 'evt_theirs')?.data).toEqual({
    type: 'charge.refunded',
    objectId: 'ch_1',
    account: 'acct_7',
    orderId: 'o1',
    purchaseId: 'p1',
    customerId: null,
  });
});
