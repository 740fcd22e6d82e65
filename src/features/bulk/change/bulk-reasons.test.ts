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

const migrationOf = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../migrations', `${name}.sql`), 'utf8');
const migration = migrationOf('1257-read-reasons-of-bulk-edits');

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

test('sentences of refusals become codes and read as before; what no code stands for stays a text', async () => {
  const shop = await premium(market, await market.signUp());
  const old = [
    ['This listing is a draft. It can’t be paused now.', null, 'wrong_state', { state: 'draft', verb: 'pause' }],
    [
      "The operator of this market has paused this listing. It can't be resumed now.",
      'We paused this listing. It can’t be resumed now.',
      'wrong_state',
      { state: 'paused_by_operator', verb: 'resume' },
    ],
    ['This listing is sold. You can’t change it now.', null, 'frozen', { listingStatus: 'sold' }],
    [
      'The price was changed to $1,200.50 in the meantime. It stays unchanged.',
      null,
      'price_changed',
      { price: usd(120_050) },
    ],
    [
      'The price must not be below $9.00, your lowest offer. Lower that first.',
      'This price is below your minimum offer of $9.00. Lower the minimum offer first.',
      'below_lowest_offer',
      usd(900),
    ],
    ['The new price would be below the minimum.', null, 'below_minimum', null],
    ['Add at least 1 photo. Listings of $20.00 or more need one.', null, 'photo_required', { currency: 'USD' }],
    [
      'A Free Account can have 15 active listings, including reserved ones. Premium has no limit, and each listing lasts 30 days. Pause or delete a listing, or get Premium.',
      null,
      'tier_limit',
      { tier: 'free', most: 15 },
    ],
    [
      'Until 3 different buyers have received your orders, you can list cards worth up to $500.00. So far, 1 buyer has received an order. Premium has no limit.',
      null,
      'new_seller_limit',
      { below: 3, value: 50_000, buyers: 1 },
    ],
    [
      'Your account is restricted. You can list cards again on 12 Nov 2026. See the reason and how to appeal under Settings, Account status.',
      null,
      'limited',
      { until: '2026-11-12T12:00:00.000Z' },
    ],
    [
      'Complete your seller details in Settings to publish. Missing: street and country. Your draft is saved.',
      null,
      'trader_data_missing',
      { missing: ['street', 'country'] },
    ],
    ['Only the seller can change this listing.', null, 'not_allowed', null],
    ['A sentence of nobody.', null, null, null],
  ] as const;
  for (const [n] of old.entries())
    await listed(market, shop, { name: `Copy ${n}`, game: 'pokemon', price: usd(1_000) });
  const { body } = await market.request('POST', '/api/listings/bulk', {
    as: shop,
    body: { filter: {}, change: { percent: 5 } },
  });
  for (const [n, [why]] of old.entries())
    await market.platform.pool.query(
      'update bulk_change_row set why = $3, why_code = null, why_params = null where change_id = $1 and n = $2',
      [body.id, n + 1, why],
    );
  await market.platform.pool.query(migrationOf('1297-read-outcomes-of-imports-and-bulk-edits'));
  const { rows } = await market.platform.pool.query(
    'select why, why_code, why_params from bulk_change_row where change_id = $1 order by n',
    [body.id],
  );
  expect(rows).toEqual(
    old.map(([said, , code, params]) => ({ why: code === null ? said : null, why_code: code, why_params: params })),
  );
  const { body: read } = await market.request('GET', `/api/listings/bulk/${body.id}`, { as: shop });
  expect(read.changes.map(({ why }: { why: string }) => why)).toEqual(old.map(([said, now]) => now ?? said));
});
