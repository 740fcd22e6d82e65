import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreMember, suspendMember } from '#features/auth/index.server.ts';
import { hourMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { holdStock, releaseStock } from '../stock/stock.server.ts';
import { listed, premium } from '../testing.ts';
import { settleListings } from './reconcile-seller-listings.server.ts';

let market: TestMarket;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  buyer = await market.signUp();
});
afterAll(() => market?.close());

const suspend = async ({ id }: TestMember) => {
  await suspendMember(market.platform, { userId: id, by: 'command line', reason: 'A test.' });
  await market.runJobs();
};
const restore = async ({ id }: TestMember) => {
  await restoreMember(market.platform, { userId: id, by: 'command line' });
  await market.runJobs();
};
const states = async ({ id }: TestMember) => {
  const { rows } = await market.platform.pool.query('select id, status, paused_by from listing where seller_id = $1', [
    id,
  ]);
  return Object.fromEntries(
    rows.map((row) => [row.id, row.paused_by === null ? row.status : `${row.status} by ${row.paused_by}`]),
  );
};
const hold = (listingId: string) =>
  write(market.platform, (tx) => holdStock(tx, { listingId, quantity: 1, buyerId: buyer.id, now: market.clock.now() }));
const found = async (name: string) =>
  (await market.request('GET', `/api/listings?q=${encodeURIComponent(name)}`)).body.items.map(
    (item: { id: string }) => item.id,
  );

test('[RO-05] the listings of a suspended seller are neither found nor for sale, and return unchanged', async () => {
  const seller = await premium(market, await market.signUp());
  const live = (await listed(market, seller, { name: 'Suspendasaur' })).id;
  const own = (await listed(market, seller, { name: 'Suspendasaur' })).id;
  const held = (await listed(market, seller, { name: 'Suspendasaur' })).id;
  await market.request('POST', `/api/listings/${own}/pause`, { as: seller });
  await hold(held);
  const before = { [live]: 'active', [own]: 'paused by seller', [held]: 'reserved' };
  expect([await states(seller), await found('Suspendasaur')]).toEqual([before, [live]]);

  await suspend(seller);
  expect(await states(seller)).toEqual({
    [live]: 'paused by suspension',
    [own]: 'paused by seller',
    [held]: 'paused by suspension',
  });
  expect(await found('Suspendasaur')).toEqual([]);
  await expect(hold(live)).rejects.toMatchObject({
    status: 409,
    code: 'not_available',
    message: 'This listing is paused.',
  });
  // A tier confirmed meanwhile resumes nothing.
  await settleListings(market.platform, seller.id);
  expect((await states(seller))[live]).toBe('paused by suspension');

  await restore(seller);
  expect([await states(seller), await found('Suspendasaur')]).toEqual([before, [live]]);
});

test('[RO-05] a hold that ends meanwhile frees nothing, and what has run out stays out', async () => {
  const seller = await premium(market, await market.signUp());
  const held = (await listed(market, seller)).id;
  await hold(held);
  await suspend(seller);
  await write(market.platform, (tx) => releaseStock(tx, { listingId: held, quantity: 1, now: market.clock.now() }));
  expect(await states(seller)).toEqual({ [held]: 'paused by suspension' });
  await market.advance(31 * 24 * hourMs);
  await restore(seller);
  expect(await states(seller)).toEqual({ [held]: 'expired' });
});

test('[RO-05] [ST-06] a seller who returns as a free member has two live ones', async () => {
  const seller = await premium(market, await market.signUp());
  for (let n = 0; n < 4; n++) await listed(market, seller);
  await suspend(seller);
  await market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [seller.id]);
  await restore(seller);
  expect(Object.values(await states(seller)).sort()).toEqual(['active', 'active', 'paused by tier', 'paused by tier']);
});

test('[RO-05] a publish that was under way while its seller was suspended is refused', async () => {
  const seller = await market.signUp();
  const draft = (await listed(market, seller, { status: 'draft' })).id;
  await market.platform.pool.query(
    "update auth_user set suspended_at = now(), suspended_reason = 'A test.' where id = $1",
    [seller.id],
  );
  await expect(listed(market, seller)).rejects.toMatchObject({ status: 403, code: 'suspended' });
  expect(await states(seller)).toEqual({ [draft]: 'draft' });
});
