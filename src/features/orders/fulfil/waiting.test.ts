import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '#platform/db/db.ts';
import { readCounters } from '#platform/frame.ts';
import { createLog } from '#platform/log/log.ts';
import type { Platform } from '#platform/platform.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { feature } from '../feature.server.ts';
import { listOwedOrders, refuseWhileOwed } from '../lifecycle/erase-member.server.ts';
import { orderStatuses } from '../model/order.process.ts';
import { countOpen, countWaiting, openingSide } from '../queries/order-counts.server.ts';
import { countToDo, listOrdersToDo } from '../queries/order-needs.server.ts';
import { listOrdersFor, listWaitingOrders } from '../queries/orders.queries.server.ts';

let made: TestDatabase;
let database: Database;

interface Row {
  id: string;
  buyer: string;
  seller: string;
  status: string;
  paid: boolean;
  buyerRead: boolean;
  sellerRead: boolean;
}

const members = ['free', 'premium', 'other'];

/**
 * Every state, paid or not as far as there is such an order, read or not by each side, between each pair of members.
 */
const rows: Row[] = members.flatMap((buyer) =>
  members
    .filter((seller) => seller !== buyer)
    .flatMap((seller) =>
      orderStatuses.flatMap((status) =>
        (status === 'pending_payment' ? [false] : status === 'canceled' ? [true, false] : [true]).flatMap((paid) =>
          [true, false].flatMap((buyerRead) =>
            [true, false].map((sellerRead) => ({
              id: [buyer, seller, status, paid, buyerRead, sellerRead].join('-'),
              buyer,
              seller,
              status,
              paid,
              buyerRead,
              sellerRead,
            })),
          ),
        ),
      ),
    ),
);

beforeAll(async () => {
  made = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(made.url, createLog('silent'), 4);
  const { pool } = database;
  await pool.query(
    `insert into auth_user (id, name, email, role, created_at, updated_at) select m, m, m || '@example.test', 'member', now(), now() from unnest($1::text[]) m`,
    [members],
  );
  await pool.query(
    `insert into profile (user_id, username, account_tier, join_date, last_updated)
     select m, m || '_member', case m when 'premium' then 'premium' else 'free' end, now(), now() from unnest($1::text[]) m`,
    [members],
  );
  await pool.query(
    `insert into username_registry (username_key, username, uid, status, created_at) select m || '_member', m || '_member', m, 'active', now() from unnest($1::text[]) m`,
    [members],
  );
  await pool.query(
    `insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, hold_expires_at, paid_at, status_since, created_at,
       updated_at, buyer_read, seller_read)
     select r.id, r.buyer, r.seller, r.status, 'EUR', 100, 0, 100, now(), case when r.paid then now() end, now(), now() - n * interval '1 minute', now(),
       r."buyerRead", r."sellerRead"
     from rows from (json_to_recordset($1) as (id text, buyer text, seller text, status text, paid boolean, "buyerRead" boolean, "sellerRead" boolean)) with ordinality
       as r(id, buyer, seller, status, paid, "buyerRead", "sellerRead", n)`,
    [JSON.stringify(rows)],
  );
  await pool.query(
    `insert into order_item (order_id, position, listing_id, title, quantity, price_amount, snapshot)
     select id, 0, 'listing', case status when 'paid' then 'Charizard 100%, Base Set 4/102' else 'Pikachu, Jungle 60/64' end, 1, 100, '{}' from orders`,
  );
});
afterAll(async () => {
  await database?.close();
  await made?.drop();
});

async function allPages(read: (cursor: string | undefined) => ReturnType<typeof listOrdersFor>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor);
    ids.push(...page.items.map(({ order }) => order.id));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
  }
}

/**
 * The words of the contract, by hand: a change that I have not read; for a premium buyer, orders in paid or
 * awaiting_shipping.
 */
function waits(member: string, { buyer, seller, status, paid, buyerRead, sellerRead }: Row): boolean {
  if (buyer === member) return member === 'premium' ? ['paid', 'awaiting_shipping'].includes(status) : !buyerRead;
  return seller === member && !sellerRead && (paid || status === 'pending_payment');
}

test.each(members)('[LI-07] the badge of a member (%s) counts what "Updates" lists, in every state', async (member) => {
  const expected = rows.filter((row) => waits(member, row)).map(({ id }) => id);
  const listed = await allPages((cursor) => listWaitingOrders(database.db, member, { cursor, limit: 7 }));
  const badge = (
    await readCounters(
      { ...database, frame: { counters: feature.counters } } as unknown as Platform,
      ['orders'],
      member,
    )
  ).orders;
  expect(listed.sort()).toEqual(expected.sort());
  expect(badge).toBe(expected.length);
  expect(expected.length).toBeGreaterThan(10);
});

test.each(
  members,
)('the page of a member (%s) opens where something waits, and its tabs count the same', async (member) => {
  const { db } = database;
  const waiting = await countWaiting(db, member);
  const waitOn = (side: 'buyer' | 'seller') => rows.filter((row) => row[side] === member && waits(member, row)).length;
  expect(waiting).toEqual({ buyer: waitOn('buyer'), seller: waitOn('seller') });
  expect(await openingSide(db, member, waiting)).toBe('seller');
  expect(await openingSide(db, member, { buyer: 1, seller: 0 })).toBe('buyer');
  // The earlier row is the newer order; a sale that died unpaid is its buyer's own affair.
  const concerns = ({ seller, paid, status }: Row) => seller === member && (paid || status === 'pending_payment');
  const latest = rows.find((row) => row.buyer === member || concerns(row));
  expect(await openingSide(db, member, { buyer: 0, seller: 0 })).toBe(latest?.buyer === member ? 'buyer' : 'seller');
  const open = await countOpen(db, member, 'seller');
  const isOver = (status: string) => ['completed', 'canceled', 'refunded'].includes(status);
  for (const status of orderStatuses)
    expect(open[status] ?? 0, status).toBe(
      isOver(status) ? 0 : rows.filter((row) => concerns(row) && row.status === status).length,
    );
});

test.each(
  members,
)('"To do" of a member (%s) lists and counts the orders to pay, ship or confirm, read or not', async (member) => {
  // The holds of these orders end now.
  const platform = { db: database.db, clock: { now: () => new Date(Date.now() - 60_000 * 60) } } as unknown as Platform;
  const toDo = { buyer: ['pending_payment', 'shipped'], seller: ['paid', 'awaiting_shipping'] };
  const expected = rows
    .filter((row) =>
      (['buyer', 'seller'] as const).some((side) => row[side] === member && toDo[side].includes(row.status)),
    )
    .map(({ id }) => id);
  const listed = await allPages((cursor) => listOrdersToDo(platform, member, { cursor, limit: 7 }));
  expect(listed.sort()).toEqual(expected.sort());
  expect(await countToDo(platform, member)).toBe(expected.length);
});

test('orders are found by words of the title and by the other member, within a side and its states', async () => {
  const find = (search: string, more: Partial<Parameters<typeof listOrdersFor>[2]> = {}) =>
    allPages((cursor) => listOrdersFor(database.db, 'free', { role: 'buyer', cursor, limit: 5, ...more }, search));
  const mine = (test: (row: Row) => boolean) =>
    rows
      .filter((row) => row.buyer === 'free' && test(row))
      .map(({ id }) => id)
      .sort();
  expect((await find('zard base')).sort()).toEqual(mine(({ status }) => status === 'paid'));
  expect((await find('pikachu', { status: ['shipped', 'paid'] })).sort()).toEqual(
    mine(({ status }) => status === 'shipped'),
  );
  expect((await find('Other_Member')).sort()).toEqual(mine(({ seller }) => seller === 'other'));
  // Wildcards of `like` are escaped.
  expect((await find('100%')).sort()).toEqual(mine(({ status }) => status === 'paid'));
  expect(await find('1%2')).toEqual([]);
  expect(await find('\\')).toEqual([]);
});

test('[AP-05] who cannot go yet reads the oldest of what is owed by name, and how many there are', async () => {
  const owed = ['paid', 'awaiting_shipping', 'shipped', 'delivered', 'disputed'];
  const isSide = ({ buyer, seller }: Row) => buyer === 'free' || seller === 'free';
  const all = rows.filter((row) => isSide(row) && owed.includes(row.status));
  // A bank decides about one that is over and about one that is not: each counts once.
  const [over] = rows.filter((row) => isSide(row) && row.status === 'completed');
  const ids = [over, all.at(-1)].map((row) => row?.id);
  await database.pool.query(
    `insert into purchase (id, buyer_id, status, mode, currency, items_amount, shipping_amount, total_amount, hold_expires_at, idempotency_key, session_expires_at, created_at, updated_at)
     select 'of ' || id, 'free', 'paid', 'all', 'EUR', 100, 0, 100, now(), id, now(), now(), now() from unnest($1::text[]) id`,
    [ids],
  );
  await database.pool.query(
    `insert into chargeback (id, purchase_id, status, reason, amount, is_refundable, opened_at, reading, read_at)
     select 'dp_' || id, 'of ' || id, 'needs_response', 'general', 100, false, now(), 1, now() from unnest($1::text[]) id`,
    [ids],
  );
  await database.pool.query(
    "insert into chargeback_part (chargeback_id, order_id, amount) select 'dp_' || id, id, 100 from unnest($1::text[]) id",
    [ids],
  );
  const { orders, total } = await listOwedOrders(database.db, 'free');
  // The later row is the older order.
  const oldest = rows.filter((row) => row === over || all.includes(row)).reverse();
  expect(total).toBe(all.length + 1);
  expect(orders.map(({ id }) => id)).toEqual(oldest.slice(0, 20).map(({ id }) => id));
  expect(orders[0]).toMatchObject({
    title: 'Pikachu, Jungle 60/64',
    owed: 'the payment dispute of the buyer’s bank isn’t decided',
  });
  await expect(refuseWhileOwed(database.db, 'free')).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(new RegExp(` And ${total - 5} more\\.$`)),
    details: { total },
  });
  // They are named and counted by statements of their own: what ended between them counts as long as it is named.
  const endedMeanwhile = Object.create(database.db, { $count: { value: async () => 0 } });
  expect((await listOwedOrders(endedMeanwhile, 'free')).total).toBe(20);
});
