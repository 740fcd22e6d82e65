import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { countView, flushViews, sweepViews } from './views.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market.close());

test('views counted by two processes add up, and are deleted a month after the listing was removed', async () => {
  const seller = await market.signUp();
  const { platform } = market;
  const body = {
    game: 'pokemon',
    name: 'Seen',
    condition: 'good',
    price: { amount: 900, currency: 'USD' },
    status: 'active',
  };
  const [remaining, gone] = [
    (await market.request('POST', '/api/listings', { as: seller, body })).body.id,
    (await market.request('POST', '/api/listings', { as: seller, body })).body.id,
  ];
  const other = {
    log: platform.log,
    pool: new pg.Pool({ connectionString: platform.config.databaseUrl ?? '', max: 1 }),
  };
  for (const id of [remaining, gone]) {
    for (let i = 0; i < 3; i++) countView(platform, id);
    for (let i = 0; i < 4; i++) countView(other, id);
  }
  await Promise.all([flushViews(platform), flushViews(other)]);
  await other.pool.end();
  const views = async () =>
    Object.fromEntries(
      (await platform.pool.query('select listing_id, views from listing_view')).rows.map((row) => [
        row.listing_id,
        row.views,
      ]),
    );
  expect(await views()).toEqual({ [remaining]: 7, [gone]: 7 });

  expect((await market.request('DELETE', `/api/listings/${gone}`, { as: seller })).status).toBe(204);
  await sweepViews(platform);
  expect(await views()).toEqual({ [remaining]: 7, [gone]: 7 });
  await platform.pool.query('update listing set updated_at = $1', [
    new Date(market.clock.now().getTime() - 31 * dayMs),
  ]);
  await sweepViews(platform);
  expect(await views()).toEqual({ [remaining]: 7 });
});
