import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { usd } from '../testing.ts';
import { exportBulk } from './export.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 60_000);
afterAll(() => market?.close());

const migration = readFileSync(
  join(import.meta.dirname, '../../../../migrations/1257-read-reasons-of-bulk-edits.sql'),
  'utf8',
);

test('reasons of earlier releases become codes and read as new ones; messages of refusals stay', async () => {
  const shop = await premium(market, await market.signUp());
  const old = [
    [
      'The market is $1,210.00, of 5 sales in 30 days.',
      'The market price is $1,210.00, the median of 5 sales in 30 days.',
    ],
    [
      'The market is $3.20, of 5 sales in 30 days; not under your lowest price.',
      'The market price is $3.20, the median of 5 sales in 30 days. Your minimum price applies.',
    ],
    [
      'The market is $10.00, of 5 sales in 90 days; at most 20 % at once.',
      'The market price is $10.00, the median of 5 sales in 90 days. The maximum change is 20%.',
    ],
    [
      'Too few sales of such a copy to say a market price: none in 365 days.',
      'There are no sales in 365 days, so there is no market price.',
    ],
    [
      'Too few sales of such a copy to say a market price: 2 in 365 days.',
      '2 sales in 365 days are not enough for a market price.',
    ],
    ['It sells in USD, and its price is in EUR.', 'The price is in EUR. The sales of this card are in USD.'],
    ['Its price is in EUR, the change is in USD.', 'The price is in EUR. The change is in USD.'],
    ['Only the seller can change this listing.', 'Only the seller can change this listing.'],
  ] as const;
  for (const [n] of old.entries())
    await listed(market, shop, { name: `Card ${n}`, game: 'pokemon', price: usd(1_000) });
  const { body } = await market.request('POST', '/api/listings/bulk', {
    as: shop,
    body: { filter: {}, change: { percent: 5 } },
  });
  for (const [n, [why]] of old.entries())
    await market.platform.pool.query('update bulk_change_row set why = $3 where change_id = $1 and n = $2', [
      body.id,
      n + 1,
      why,
    ]);
  await market.platform.pool.query(migration);
  const { body: read } = await market.request('GET', `/api/listings/bulk/${body.id}`, { as: shop });
  const wanted = old.map(([, why]) => why);
  expect(read.changes.map(({ why }: { why: string }) => why)).toEqual(wanted);
  const { rows } = await market.platform.pool.query(
    'select why, why_code, why_params from bulk_change_row where change_id = $1 order by n',
    [body.id],
  );
  expect(rows[0]).toEqual({
    why: null,
    why_code: 'market',
    why_params: { amount: 121_000, currency: 'USD', count: 5, days: 30 },
  });
  expect(rows.at(-1)).toEqual({ why: 'Only the seller can change this listing.', why_code: null, why_params: null });
  const exported = await exportBulk(market.platform.db, shop.id);
  expect(exported.bulkChangeRows.map(({ why }) => why).toSorted()).toEqual(wanted.toSorted());
});
