import { expect, test } from 'vitest';
import { startTestMarket } from '#testing/server.ts';
import { watchStatements } from '../../../../tests/performance/budgets.testing.ts';
import { buyPlaced, putUpForSale } from '../testing.ts';

const others = 5_000;

test('a purchase looks for a free place among its buyer’s purchases, however many of others wait and however few there were when the table was last analysed', async () => {
  const watch = watchStatements();
  const market = await startTestMarket();
  try {
    const [seller, buyer] = await Promise.all([market.signUp('mara_sells'), market.signUp('ben_buys')]);
    await buyPlaced(market, buyer, await putUpForSale(market, seller));
    const statement = watch
      .of('POST /api/orders')
      .find(({ text }) => text.startsWith('select') && text.includes('hold_slot'));
    const client = await market.platform.pool.connect();
    const blocks = async () => {
      const { rows } = await client.query(
        `explain (analyze, buffers, format json) ${statement?.text}`,
        statement?.values as unknown[],
      );
      return rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks'] as number;
    };
    try {
      await client.query('alter table purchase set (autovacuum_enabled = false)');
      await client.query('analyze purchase');
      const few = await blocks();
      await client.query(
        `insert into purchase select (jsonb_populate_record(p, jsonb_build_object('id', 'other-' || n, 'buyer_id', 'other-' || n,
           'idempotency_key', 'other-' || n, 'session_id', 'other-' || n))).* from purchase p, generate_series(1, $1::int) n`,
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
