import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import { auditListings, auditTallies } from '#testing/audits/listing-audit.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { listDeleted } from '../own-listings/deleted-listings.server.ts';
import { listed, premium } from '../testing.ts';
import { expireListing } from './expire-listing.server.ts';
import { pauseListing } from './move-listing.server.ts';
import { restoreListing } from './restore-listing.server.ts';
import { releaseListing, stopListing } from './stop-listing.server.ts';

let market: TestMarket;
let seller: TestMember;
let other: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  [seller, other] = [await premium(market, await market.signUp()), await market.signUp()];
}, 60_000);
afterEach(async () => {
  expect(await auditListings(market.platform.pool)).toEqual([]);
  expect(await auditTallies(market.platform.pool)).toEqual([]);
});
afterAll(() => market?.close());

const remove = async (id: string, as = seller) =>
  expect((await market.request('DELETE', `/api/listings/${id}`, { as })).status).toBe(204);
const restore = (id: string, as = seller) => restoreListing(market.platform, actorOf(as), id);
const deleted = async (as = seller) =>
  (await listDeleted(market.platform, as.id, { cursor: null, limit: 40 })).items.map(({ id }) => id);
const statusOf = async (id: string) =>
  (await market.platform.pool.query('select status, paused_by from listing where id = $1', [id])).rows[0];

test('a deleted listing is gone for all, stands among the deleted ones of its seller, and comes back for sale with its favorites', async () => {
  const { id } = await listed(market, seller, { name: 'Umbreon' });
  await market.request('PUT', `/api/favorites/${id}`, { as: other });
  await remove(id);
  expect((await market.request('GET', `/api/listings/${id}`)).status).toBe(410);
  expect((await market.request('GET', '/api/listings?q=umbreon')).body.items).toEqual([]);
  expect((await market.request('GET', '/api/favorites', { as: other })).body.items).toEqual([]);
  expect(await deleted()).toEqual([id]);
  expect(await deleted(other)).toEqual([]);
  await restore(id);
  expect((await market.request('GET', `/api/listings/${id}`)).body).toMatchObject({
    status: 'active',
    favoriteCount: 1,
  });
  expect((await market.request('GET', '/api/listings?q=umbreon')).body.items).toHaveLength(1);
  expect((await market.request('GET', '/api/favorites', { as: other })).body.items).toHaveLength(1);
  expect(await deleted()).toEqual([]);
});

test('without time left, or beyond the limit of the plan, it comes back paused; a draft does not come back', async () => {
  const free = await market.signUp();
  const { id } = await listed(market, free);
  await remove(id, free);
  await listed(market, free);
  await listed(market, free);
  await restore(id, free);
  expect(await statusOf(id)).toEqual({ status: 'paused', paused_by: 'seller' });
  const paused = await listed(market, seller);
  await pauseListing(market.platform, actorOf(seller), paused.id);
  await remove(paused.id);
  await restore(paused.id);
  expect(await statusOf(paused.id)).toEqual({ status: 'paused', paused_by: 'seller' });
  const old = await listed(market, seller);
  await remove(old.id);
  await market.platform.pool.query("update listing set expires_at = now() - interval '1 day' where id = $1", [old.id]);
  await restore(old.id);
  expect(await statusOf(old.id)).toEqual({ status: 'paused', paused_by: 'seller' });
  const ended = await listed(market, seller);
  await market.platform.pool.query("update listing set expires_at = now() - interval '1 day' where id = $1", [
    ended.id,
  ]);
  await expireListing(market.platform, ended.id);
  expect(await statusOf(ended.id)).toEqual({ status: 'expired', paused_by: null });
  await remove(ended.id);
  await restore(ended.id);
  expect(await statusOf(ended.id)).toEqual({ status: 'expired', paused_by: null });
  const draft = await listed(market, seller, { status: 'draft' });
  await remove(draft.id);
  expect(await deleted()).toEqual([]);
  await expect(restore(draft.id)).rejects.toMatchObject({ status: 410 });
});

test('deleting and restoring ends no pause by an admin', async () => {
  const { id } = await listed(market, seller);
  const stop = { listingId: id, by: 'an-operator', why: 'reported', note: 'Two buyers doubt it.' } as const;
  await stopListing(market.platform, stop);
  await remove(id);
  await restore(id);
  expect(await statusOf(id)).toEqual({ status: 'paused', paused_by: 'operator' });
  expect((await market.request('GET', `/api/listings/${id}`)).status).toBe(404);
  await releaseListing(market.platform, { listingId: id, by: 'an-operator' });
  expect(await statusOf(id)).toEqual({ status: 'active', paused_by: null });
});

// Last, because the sessions end meanwhile.
test('only its seller restores it, only once, and within a month', async () => {
  const { id } = await listed(market, seller);
  await expect(restore(id)).rejects.toMatchObject({ code: 'wrong_state' });
  await remove(id);
  await expect(restore(id, other)).rejects.toMatchObject({ status: 403 });
  await expect(restore('nothing')).rejects.toMatchObject({ status: 404 });
  await market.advance(31 * dayMs);
  expect(await deleted()).toEqual([]);
  await expect(restore(id)).rejects.toMatchObject({ status: 410 });
});
