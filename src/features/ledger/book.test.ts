import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { auditLedger } from './audit.testing.ts';
import { balanceOf, sellerBalances } from './balances.server.ts';
import { type Booking, book } from './book.server.ts';

const at = new Date('2026-03-01T12:00:00Z');
let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(server.url, createLog('silent'));
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const eur = (amount: number) => money(amount, 'EUR');
/** Throws PostgreSQL's own error, without Drizzle's message around it. */
const bookNow = (booking: Booking) =>
  database.db
    .transaction(async (db) => book({ db }, booking))
    .catch((error: Error) => {
      throw error.cause ?? error;
    });
const rowsOf = async (id: string) =>
  (await database.pool.query('select account, amount from ledger_entry where transaction_id = $1 order by id', [id]))
    .rows;
/** A payment of 30.00 for two orders. */
const capture = (purchaseId: string, more: Partial<Booking> = {}): Booking => ({
  id: `capture:${purchaseId}`,
  kind: 'capture',
  at,
  purchaseId,
  entries: [
    { account: 'stripe', ...eur(3_000) },
    { account: 'order', orderId: `${purchaseId}-1`, ...eur(-1_000) },
    { account: 'order', orderId: `${purchaseId}-2`, ...eur(-2_000) },
  ],
  ...more,
});

test('a payment of two orders is one transaction; what is held for each is its balance', async () => {
  expect(await bookNow(capture('p1', { stripeId: 'ch_1' }))).toBe(true);
  expect(await rowsOf('capture:p1')).toEqual([
    { account: 'stripe', amount: 3_000 },
    { account: 'order', amount: -1_000 },
    { account: 'order', amount: -2_000 },
  ]);
  const held = (orderId: string) => balanceOf(database.db, { account: 'order', currency: 'EUR', orderId });
  expect([await held('p1-1'), await held('p1-2'), await held('p1-3')]).toEqual([-1_000, -2_000, 0]);
  expect(await balanceOf(database.db, { account: 'order', currency: 'USD', orderId: 'p1-1' })).toBe(0);
});

test('the same id is booked once, also by two transactions at once; entries of 0 are left out', async () => {
  const results = await Promise.all([1, 2, 3].map(() => bookNow(capture('p2'))));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await bookNow(capture('p2'))).toBe(false);
  expect(await rowsOf('capture:p2')).toHaveLength(3);
  const withZero: Booking = {
    ...capture('p3'),
    entries: [...capture('p3').entries, { account: 'loss', ...eur(0) }],
  };
  expect(await bookNow(withZero)).toBe(true);
  expect(await rowsOf('capture:p3')).toHaveLength(3);
});

test('the database refuses a transaction that does not sum to zero, at the commit', async () => {
  const { entries } = capture('p4');
  await expect(bookNow(capture('p4', { entries: entries.slice(0, 2) }))).rejects.toThrow('does not sum to zero');
  const currencies = [entries[0], { account: 'order', orderId: 'p4-1', ...money(-3_000, 'USD') }] as Booking['entries'];
  await expect(bookNow(capture('p4', { entries: currencies }))).rejects.toThrow('does not sum to zero');
  expect(await rowsOf('capture:p4')).toEqual([]);
  // Rows may come one after the other, as long as they sum to zero at the end.
  await database.db.transaction(async (db) => {
    for (const [account, amount] of [
      ['stripe', 5],
      ['host', -5],
    ] as const)
      await db.execute(
        sql`insert into ledger_entry (transaction_id, account, amount, currency, at) values ('by hand', ${account}, ${amount}, 'EUR', ${at})`,
      );
  });
  expect(await rowsOf('by hand')).toHaveLength(2);
});

test('the database refuses changed, deleted and truncated rows', async () => {
  for (const statement of [
    'update ledger_entry set amount = amount + 1',
    "delete from ledger_entry where transaction_id = 'capture:p1'",
    'truncate ledger_entry',
  ])
    await expect(database.pool.query(statement), statement).rejects.toThrow('append-only');
});

test('the database refuses a second transaction for one object at Stripe, and two sums at Stripe in one', async () => {
  await expect(bookNow(capture('p5', { stripeId: 'ch_1' }))).rejects.toThrow('ledger_entry_stripe');
  const two = [
    { account: 'stripe', orderId: 'p5-1', ...eur(1_000) },
    { account: 'stripe', orderId: 'p5-2', ...eur(-1_000) },
  ] as const;
  await expect(bookNow(capture('p5', { entries: two }))).rejects.toThrow('moves two sums at Stripe');
  expect(await rowsOf('capture:p5')).toEqual([]);
});

test('an unknown account and a second row of one order are refused', async () => {
  const unknown = [
    { account: 'stripe', ...eur(1) },
    { account: 'cash', ...eur(-1) },
  ] as unknown as Booking['entries'];
  await expect(bookNow(capture('p6', { entries: unknown }))).rejects.toThrow('ledger_entry_account');
  const order = { account: 'order', orderId: 'p6-1', ...eur(-1) } as const;
  const twice = [{ account: 'stripe', ...eur(2) }, order, order] as const;
  await expect(bookNow(capture('p6', { entries: twice }))).rejects.toThrow('two rows for one account');
  expect(await rowsOf('capture:p6')).toEqual([]);
});

test('the audit finds what no constraint refuses', async () => {
  expect(await auditLedger(database.pool)).toEqual([]);
  await bookNow({
    id: 'release:p1-1',
    kind: 'release',
    at,
    entries: [
      { account: 'order', orderId: 'p1-1', ...eur(1_500) },
      { account: 'seller', sellerId: 's1', orderId: 'p1-1', ...eur(-1_500) },
    ],
  });
  expect((await auditLedger(database.pool)).map((line) => line.slice(0, 2))).toEqual(['L3']);
});

test('the database refuses a seller who owes on the account of what is owed to sellers, and a debt below zero', async () => {
  const toSeller = (id: string, account: 'seller' | 'debt', amount: number) =>
    bookNow({
      id,
      kind: 'net',
      at,
      entries: [
        { account, sellerId: 's2', ...eur(amount) },
        { account: 'loss', ...eur(-amount) },
      ],
    });
  expect(await toSeller('net:1', 'seller', -700)).toBe(true);
  expect(await toSeller('net:2', 'debt', 300)).toBe(true);
  await expect(toSeller('net:3', 'seller', 701)).rejects.toThrow('seller_balance_owed');
  await expect(toSeller('net:4', 'debt', -301)).rejects.toThrow('seller_balance_debt');
  expect(await sellerBalances(database.db, 's2')).toEqual([{ currency: 'EUR', owed: 700, debt: 300 }]);
  expect(await toSeller('net:5', 'seller', 700)).toBe(true);
  expect(await toSeller('net:6', 'debt', -300)).toBe(true);
  expect(await sellerBalances(database.db, 's2')).toEqual([]);
});
