import { expect, test } from 'vitest';
import { auditLedger } from '#features/ledger/audit.testing.ts';
import { makePremium, passTime, signInAgain } from '#features/orders/testing.ts';
import { deliveredOrder } from '#features/payouts/payouts.testing.ts';
import { releaseDue } from '#features/payouts/release/release-due.server.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** `npm run money-year -- --orders 10000` measures with as many. Not part of the tests: it takes long. */
const orders = Number(process.env.MONEY_ORDERS ?? 0);

test.skipIf(orders === 0)(
  'many due orders are released in two minutes, and their seller’s page is as fast as one of few',
  {
    timeout: 3_600_000,
  },
  async () => {
    const market = await startTestMarket({ pages: true });
    try {
      const [buyer, many, few] = [await market.signUp(), await market.signUp(), await market.signUp()];
      for (const [seller, count] of [
        [few, 100],
        [many, orders],
      ] as const) {
        await makePremium(market, seller);
        const id = await deliveredOrder(market, seller, await signInAgain(market, buyer));
        for (let from = 1; from < count; from += 500)
          await copyOrder(market, id, { from, to: Math.min(from + 499, count - 1) });
      }
      await market.platform.pool.query('analyze');
      await passTime(market, 7 * dayMs);
      const startedAt = performance.now();
      await releaseDue(market.platform);
      const seconds = (performance.now() - startedAt) / 1_000;
      await releaseDue(market.platform);
      const { rows } = await market.platform.pool.query(
        'select state, count(*)::int as n from order_payout group by 1',
      );
      expect(rows).toEqual([{ state: 'ready', n: orders + 100 }]);
      expect(await auditLedger(market.platform.pool)).toEqual([]);
      const times: Record<string, number[]> = {};
      for (const path of [
        '/dashboard/payouts',
        '/api/payouts',
        '/api/payouts/balance',
        '/dashboard/payouts/statements',
      ])
        times[path] = [await timeOf(market, few, path), await timeOf(market, many, path)];
      process.stdout.write(`${orders} orders released in ${seconds.toFixed(1)} s; ${JSON.stringify(times)}\n`);
      expect(seconds).toBeLessThan(120);
    } finally {
      await market.close();
    }
  },
);

/** The median of twenty requests, in milliseconds. */
async function timeOf(market: TestMarket, member: TestMember, path: string): Promise<number> {
  const as = await signInAgain(market, member);
  const times: number[] = [];
  for (let no = 0; no < 25; no++) {
    const startedAt = performance.now();
    const { status } = await market.request('GET', path, { as });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    times.push(performance.now() - startedAt);
  }
  return Math.round(times.slice(5).sort((a, b) => a - b)[10] ?? 0);
}

/** The rows of an order again, with ids of their own that end with these numbers. */
async function copyOrder(
  { platform: { pool } }: TestMarket,
  orderId: string,
  { from, to }: { from: number; to: number },
) {
  const copy = (table: string, which: string, changes: string) =>
    pool.query(
      `insert into ${table} overriding system value
       select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${changes}))).*
       from ${table} t, generate_series($2::int, $3::int) n where ${which}`,
      [orderId, from, to],
    );
  const ofOrder = `t.order_id = $1`;
  await copy(
    'purchase',
    't.id = (select purchase_id from orders where id = $1)',
    `'id', t.id || n, 'payment_intent_id', t.payment_intent_id || n, 'charge_id', t.charge_id || n, 'session_id', t.session_id || n, 'idempotency_key', t.idempotency_key || n`,
  );
  await copy('orders', 't.id = $1', `'id', t.id || n, 'purchase_id', t.purchase_id || n`);
  await copy('order_item', ofOrder, `'order_id', t.order_id || n`);
  await copy(
    'order_history',
    ofOrder,
    `'order_id', t.order_id || n, 'id', nextval(pg_get_serial_sequence('order_history', 'id'))`,
  );
  await copy('order_payout', ofOrder, `'order_id', t.order_id || n`);
  await copy(
    'ledger_entry',
    `t.transaction_id in (select transaction_id from ledger_entry where order_id = $1)`,
    `'id', nextval(pg_get_serial_sequence('ledger_entry', 'id')), 'transaction_id', t.transaction_id || n, 'order_id', t.order_id || n,
      'stripe_id', t.stripe_id || n, 'purchase_id', t.purchase_id || n`,
  );
}
