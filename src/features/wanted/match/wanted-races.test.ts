import { expect, test } from 'vitest';
import { listed } from '#features/listings/testing.ts';
import { buyPlaced, passTime, pay } from '#features/orders/testing.ts';
import { usd, wantedMarket } from '../wanted.testing.ts';
import { matchListing } from './match-wants.server.ts';

const { at, entries, mails, matches, ofCard, read, want } = wantedMarket();

test('[EN-10] two copies that meet the last want at the same moment both match, in one notification and one email, and bought together fill it once', async () => {
  const gil = await at.market.signUp('match_last');
  const id = await want(gil, { ...ofCard('base1-4'), quantity: 1, highestPrice: usd(5_000) });
  const copies = await Promise.all(
    Array.from({ length: 2 }, () => listed(at.market, at.ben, { catalogueCardId: at.cards['base1-4'] ?? '' })),
  );
  // Concurrently with the app's own worker.
  await Promise.all([...copies, ...copies].map((copy) => matchListing(at.market.platform, copy.id)));
  await at.market.runJobs();
  expect(await matches(id)).toEqual(copies.map((copy) => copy.id).sort());
  expect(await entries(gil)).toHaveLength(1);
  expect(await mails(gil)).toHaveLength(1);

  const orders = await Promise.all(copies.map((copy) => buyPlaced(at.market, gil, copy.id)));
  await Promise.all(orders.map(({ checkoutUrl }) => pay(checkoutUrl)));
  await passTime(at.market);
  expect(await read(id)).toMatchObject({ quantity: 0, status: 'filled' });
  const { rows } = await at.market.platform.pool.query(
    'select count(*)::int as fills, sum(copies)::int as taken from want_fill where want_id = $1',
    [id],
  );
  expect(rows).toEqual([{ fills: 1, taken: 1 }]);
  expect(await matches(id)).toEqual([]);
});
