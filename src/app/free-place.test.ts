import { expect, test } from 'vitest';
import { buyPlaced, putUpForSale } from '#features/orders/testing.ts';
import { startTestMarket } from '#testing/server.ts';
import { watchStatements } from './budgets.testing.ts';

/** PostgreSQL 15 took the index over all that waits where the two cost the same, as they do while there are none; the embedded server's does not. */
const others = 5_000;

test('[10-2] a purchase looks for a free place among its buyer’s orders, however many of others wait and however few there were when it was planned', async () => {
  const watch = watchStatements();
  const market = await startTestMarket();
  try {
    const [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys')]);
    const { order } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
    const last = watch.of('POST /api/orders').find(({ text }) => text.includes('hold_slot'));
    const client = await market.platform.pool.connect();
    const blocks = async () => {
      await client.query('begin');
      const texts = last?.values.map((value) => literal(value).replaceAll(order.id, 'another')) ?? [];
      const { rows } = await client.query(`explain (analyze, buffers, format json) execute purchase(${texts.join(', ')})`);
      await client.query('rollback');
      return rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'] as number;
    };
    try {
      await client.query('alter table orders set (autovacuum_enabled = false); set plan_cache_mode = force_generic_plan');
      await client.query(`prepare purchase as ${last?.text.replaceAll(/refuse_write\(\d+\)/g, '0')}`);
      const few = await blocks();
      await client.query(
        `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'other-' || n, 'buyer_id', 'other-' || n))).* from orders o, generate_series(1, $1::int) n`,
        [others],
      );
      expect(await blocks()).toBeLessThan(few + 40);
    } finally {
      client.release(true);
    }
  } finally {
    watch.end();
    await market.close();
  }
});

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`;
}
