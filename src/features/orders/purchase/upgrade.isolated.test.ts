import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate, migrationNames } from '#platform/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';

const first = '1304-create-purchases.sql';
let database: TestDatabase;
let client: pg.Client;
const rows = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;

/** An order as a process of the release before writes it. */
async function placeAsBefore(id: string, slot: number): Promise<void> {
  await rows(
    `insert into orders (id, buyer_id, seller_id, status, currency, items_amount, shipping_amount, total_amount, hold_expires_at, status_since, hold_slot, created_at, updated_at)
     values ($1, 'ben', 'mara', 'pending_payment', 'USD', 1000, 200, 1200, now() + interval '30 minutes', now(), $2, now(), now())`,
    [id, slot],
  );
  await rows(
    `insert into payment (order_id, idempotency_key, session_id, session_url, session_expires_at, amount, currency)
     values ($1, 'order-' || $1 || '-1', 'cs_' || $1, 'https://pay.test/' || $1, now() + interval '31 minutes', 1200, 'USD')`,
    [id],
  );
}

/** The same of a payment, a cancellation and what a bank does. */
async function captureAsBefore(id: string): Promise<void> {
  await rows(
    "update payment set captured_amount = amount, captured_at = now(), payment_intent_id = 'pi_' || order_id where order_id = $1",
    [id],
  );
  await rows("update orders set status = 'paid', paid_at = now() where id = $1", [id]);
}
const cancelAsBefore = (id: string) => rows("update orders set status = 'canceled' where id = $1", [id]);
async function chargeBackAsBefore(id: string): Promise<void> {
  await rows(
    `insert into chargeback (id, order_id, status, reason, amount, is_refundable, taken_amount, opened_at, reading, read_at)
     values ('dp_' || $1, $1, 'needs_response', 'fraudulent', 700, false, 700, now(), 1, now())`,
    [id],
  );
  await rows(
    "insert into fraud_warning (id, order_id, fraud_type, is_actionable, warned_at) values ('warn_' || $1, $1, 'misc', true, now())",
    [id],
  );
}

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('drop schema public cascade; create schema public; drop schema graphile_worker cascade');
  await migrate(database.url, undefined, { only: new Set(migrationNames().filter((name) => name < first)) });
  for (const [n, id] of ['open', 'paid', 'canceled'].entries()) await placeAsBefore(id, n + 1);
  await captureAsBefore('paid');
  await cancelAsBefore('canceled');
  await chargeBackAsBefore('paid');
  await migrate(database.url);
}, 120_000);
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const purchases = (ids: string[]) =>
  rows(
    `select p.id, p.status, p.session_id, p.payment_intent_id, p.captured_amount::int as captured, p.total_amount::int as total, p.hold_slot, o.purchase_id
     from orders o join purchase p on p.id = o.purchase_id where o.id = any($1) order by p.created_at, p.id`,
    [ids],
  );
const of = (id: string, status: string, slot: number | null, isPaid = status === 'paid') => ({
  id,
  status,
  session_id: `cs_${id}`,
  payment_intent_id: isPaid ? `pi_${id}` : null,
  captured: isPaid ? 1200 : 0,
  total: 1200,
  hold_slot: slot,
  purchase_id: id,
});

test('each order of before has a purchase of the same id, with its payment and its chargebacks', async () => {
  expect(await purchases(['open', 'paid', 'canceled'])).toEqual(
    expect.arrayContaining([of('open', 'open', 1), of('paid', 'paid', 2), of('canceled', 'canceled', 3)]),
  );
  expect(await rows('select purchase_id from chargeback union all select purchase_id from fraud_warning')).toEqual([
    { purchase_id: 'paid' },
    { purchase_id: 'paid' },
  ]);
  expect(await rows('select order_id, amount::int, taken_amount::int as taken from chargeback_part')).toEqual([
    { order_id: 'paid', amount: 700, taken: 700 },
  ]);
});

test('orders of before are one parcel, from an unknown country, and their page takes an address anywhere', async () => {
  expect(
    await rows(
      `select o.shipping_parcels, o.ships_from, o.address, p.ship_to
       from orders o join purchase p on p.id = o.purchase_id where o.id = any($1)`,
      [['open', 'paid', 'canceled']],
    ),
  ).toEqual(Array(3).fill({ shipping_parcels: 1, ships_from: null, address: null, ship_to: null }));
});

test('what a process of the release before writes meanwhile is written to purchases too', async () => {
  await placeAsBefore('later', 4);
  await placeAsBefore('late', 5);
  expect(await purchases(['later'])).toEqual([of('later', 'open', null)]);
  await captureAsBefore('later');
  await chargeBackAsBefore('later');
  await cancelAsBefore('late');
  expect(await purchases(['later'])).toEqual([of('later', 'paid', null)]);
  expect(await purchases(['late'])).toEqual([of('late', 'canceled', null)]);
  await captureAsBefore('late');
  expect(await purchases(['late'])).toEqual([of('late', 'paid', null)]);
  await placeAsBefore('paid_by_newer', 2);
  await rows(
    "update purchase set captured_at = now(), captured_amount = 1200, payment_intent_id = 'pi_n' where id = 'paid_by_newer'",
  );
  expect(
    await rows(
      "select captured_amount::int as captured, payment_intent_id from payment where order_id = 'paid_by_newer'",
    ),
  ).toEqual([{ captured: 1200, payment_intent_id: 'pi_n' }]);
  await rows("update chargeback set taken_amount = 0, status = 'won' where id = 'dp_later'");
  expect(await rows("select taken_amount::int as taken from chargeback_part where order_id = 'later'")).toEqual([
    { taken: 0 },
  ]);
  expect(await rows("select purchase_id from chargeback where id = 'dp_later'")).toEqual([{ purchase_id: 'later' }]);
});
