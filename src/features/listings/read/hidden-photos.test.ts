import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buyPlaced, passTime, pay } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { type S3Server, startS3Server } from '#testing/servers/s3-server.ts';
import type { Listing, ListingPhoto } from '../contract.ts';
import { releaseListing, stopListing } from '../index.server.ts';
import { listed, premium, sweepRemovedPhotos } from '../testing.ts';

/** Photos of this server are in a bucket; those of `photos.api.isolated.test.ts` in a folder. */
let store: S3Server;
let market: TestMarket;
/** A second process, which knows of the first one's acts by the outbox alone. */
let beside: TestMarket;
const people: Record<'seller' | 'buyer' | 'stranger' | 'operator', TestMember> = {} as never;

beforeAll(async () => {
  store = await startS3Server();
  market = await startTestMarket({ env: store.env });
  beside = await startTestMarket({ beside: market, env: store.env });
  for (const name of ['seller', 'buyer', 'stranger', 'operator'] as const) people[name] = await market.signUp();
  await premium(market, people.seller);
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [people.operator.id]);
}, 90_000);
afterAll(async () => {
  await beside?.close();
  await market?.close();
  await store?.close();
});

type Who = keyof typeof people | 'visitor';
const everybody = ['visitor', 'stranger', 'buyer', 'seller', 'operator'] as const;

async function withPhotos(count: number): Promise<Listing> {
  const { id } = await listed(market, people.seller, { status: 'draft', quantity: 2 });
  const body = new FormData();
  for (let i = 0; i < count; i++)
    body.append('photos', new Blob([new Uint8Array(await crafted.photo(200, 280))]), `${i}.jpg`);
  return (await market.request('POST', `/api/listings/${id}/photos`, { as: people.seller, body })).body;
}

function ask(who: Who, path: string, headers: Record<string, string> = {}, at = market): Promise<Response> {
  return fetch(at.url + path, {
    headers: { ...headers, ...(who === 'visitor' ? {} : { cookie: people[who].cookie }) },
  });
}

/** Status and cache headers for each viewer. */
async function seenBy(photo: ListingPhoto | undefined, at = market): Promise<Record<Who, string>> {
  const path = `/photos/${photo?.id}/160.webp`;
  const answers = await Promise.all(everybody.map((who) => ask(who, path, {}, at)));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return Object.fromEntries(
    answers.map(({ status, headers }, i) => [everybody[i], `${status} ${headers.get('cache-control')}`]),
  ) as Record<Who, string>;
}

const all = (seen: string) => Object.fromEntries(everybody.map((who) => [who, seen])) as Record<Who, string>;
const shown = all('200 public, max-age=300, must-revalidate');
const [none, own] = ['404 no-store', '200 private, no-store'];
const stop = (listingId: string) =>
  stopListing(market.platform, { listingId, by: people.operator.id, why: 'forbidden', note: 'Not for sale here.' });

test('a draft’s photos are visible to its seller and admins only, in every width and spelling, whatever the request headers', async () => {
  const draft = await withPhotos(1);
  const [photo] = draft.photos;
  expect(await seenBy(photo)).toEqual({ visitor: none, stranger: none, buyer: none, seller: own, operator: own });
  for (const file of [
    '160.webp',
    '320.webp',
    '640.webp',
    '1280.webp',
    '2000.webp',
    '160',
    '160.WEBP',
    '161.webp',
    '160.webp?x=1',
    '',
  ]) {
    const answer = await ask('stranger', `/photos/${photo?.id}/${file}`, { 'if-none-match': `"${photo?.id}-160"` });
    expect([answer.status, answer.headers.get('etag')], file).toEqual([404, null]);
  }
  const mine = await ask('seller', photo?.url ?? '');
  expect([mine.headers.get('etag'), mine.headers.get('cross-origin-resource-policy')]).toEqual([null, 'same-origin']);
  const { token } = (await market.request('POST', '/api/auth/token', { as: people.seller })).body;
  expect((await ask('visitor', photo?.url ?? '', { authorization: `Bearer ${token}` })).status).toBe(200);
  await market.request('POST', `/api/listings/${draft.id}/publish`, { as: people.seller });
  expect(await seenBy(photo)).toEqual(shown);
});

test('access to a visible photo costs one query, until its listing changes', async () => {
  const listing = await withPhotos(1);
  await market.request('POST', `/api/listings/${listing.id}/publish`, { as: people.seller });
  // All events so far are delivered here, too.
  await market.runJobs();
  const querySpy = vi.spyOn(market.platform.pool, 'query');
  const looks = () =>
    querySpy.mock.calls.filter(([query]) =>
      /listing_photo/.test(typeof query === 'string' ? query : String((query as { text?: string }).text)),
    ).length;
  for (let i = 0; i < 5; i++) expect((await ask('visitor', listing.photos[0]?.url ?? '')).status).toBe(200);
  expect(looks()).toBe(1);
  await market.request('PATCH', `/api/listings/${listing.id}`, { as: people.seller, body: { title: 'Another' } });
  await market.runJobs();
  for (let i = 0; i < 2; i++) expect((await ask('visitor', listing.photos[0]?.url ?? '')).status).toBe(200);
  expect(looks()).toBe(2);
  querySpy.mockRestore();
});

test('photos of listings paused or removed, and photos removed from a listing, vanish at once in all processes, except for the sides of an order', {
  timeout: 60_000,
}, async () => {
  const listing = await withPhotos(2);
  const { id } = listing;
  const [first, second] = listing.photos;
  await market.request('POST', `/api/listings/${id}/publish`, { as: people.seller });
  const { order, checkoutUrl } = await buyPlaced(market, people.buyer, id);
  await pay(checkoutUrl);
  await passTime(market);
  // Both processes have the photo in memory and the listing in the response cache.
  for (const at of [market, beside]) {
    expect(await seenBy(first, at)).toEqual(shown);
    expect((await at.request('GET', `/api/listings/${id}`)).body.photos).toHaveLength(2);
  }
  const hidden = { visitor: none, stranger: none, buyer: own, seller: own, operator: own };
  const goesBeside = (photo: ListingPhoto | undefined, expected: Record<Who, string>) =>
    expect.poll(() => seenBy(photo, beside), { timeout: 20_000, interval: 20 }).toEqual(expected);

  // A browser with a copy revalidates after a few minutes: 304 while the photo is public, 404 once it is not.
  const path = `/photos/${first?.id}/160.webp`;
  const etag = (await ask('visitor', path)).headers.get('etag') ?? '';
  expect((await ask('visitor', path, { 'if-none-match': etag })).status).toBe(304);
  await stop(id);
  expect(await seenBy(first)).toEqual(hidden);
  expect((await ask('visitor', path, { 'if-none-match': etag })).status).toBe(404);
  await goesBeside(first, hidden);
  for (const as of [undefined, people.stranger])
    expect((await market.request('GET', `/api/listings/${id}`, as ? { as } : {})).status).toBe(404);
  expect((await market.request('GET', `/api/listings/${id}`, { as: people.seller })).body.photos).toHaveLength(2);
  await releaseListing(market.platform, { listingId: id, by: people.operator.id });
  expect(await seenBy(first)).toEqual(shown);
  await goesBeside(first, shown);

  await market.request('DELETE', `/api/listings/${id}/photos/${first?.id}`, { as: people.seller });
  await market.runJobs();
  expect([await seenBy(first), await seenBy(second)]).toEqual([hidden, shown]);

  expect((await market.request('DELETE', `/api/listings/${id}`, { as: people.seller })).status).toBeLessThan(300);
  await market.runJobs();
  expect([await seenBy(first), await seenBy(second)]).toEqual([hidden, hidden]);
  await goesBeside(second, hidden);
  const photos = (await market.request('GET', `/api/orders/${order.id}`, { as: people.buyer })).body.items[0].snapshot
    .photos as ListingPhoto[];
  expect(photos.map((photo) => photo.id)).toEqual([first?.id, second?.id]);
  for (const { url } of photos) expect((await ask('buyer', url)).status).toBe(200);
});

test('no file of a removed photo stays without an order', async () => {
  const listing = await withPhotos(2);
  const [gone] = listing.photos;
  await market.request('POST', `/api/listings/${listing.id}/publish`, { as: people.seller });
  await market.request('DELETE', `/api/listings/${listing.id}/photos/${gone?.id}`, { as: people.seller });
  await market.runJobs();
  expect(await seenBy(gone)).toEqual(all(none));
  expect(await market.platform.storage.get(`photos/${gone?.id}/160.webp`)).toBeNull();
});

test('a month after a listing was removed its photos go, rows and files, but for those that an order shows', {
  timeout: 60_000,
}, async () => {
  const { platform } = market;
  const [ordered, plain, fresh] = [await withPhotos(2), await withPhotos(1), await withPhotos(1)];
  for (const { id } of [ordered, plain, fresh])
    await market.request('POST', `/api/listings/${id}/publish`, { as: people.seller });
  const { checkoutUrl } = await buyPlaced(market, people.buyer, ordered.id);
  await pay(checkoutUrl);
  await passTime(market);
  const body = new FormData();
  body.append('photos', new Blob([new Uint8Array(await crafted.photo(200, 280))]), 'later.jpg');
  // Added after the order, which does not show it.
  const { photos } = (await market.request('POST', `/api/listings/${ordered.id}/photos`, { as: people.seller, body }))
    .body as Listing;
  for (const { id } of [ordered, plain, fresh])
    expect((await market.request('DELETE', `/api/listings/${id}`, { as: people.seller })).status).toBeLessThan(300);
  const removedFor = (days: number, ids: readonly string[]) =>
    platform.pool.query('update listing set updated_at = $1 where id = any($2)', [
      new Date(market.clock.now().getTime() - days * dayMs),
      ids,
    ]);
  await removedFor(31, [ordered.id, plain.id]);
  await removedFor(29, [fresh.id]);
  await sweepRemovedPhotos(platform);
  await market.runJobs();

  const rows = async ({ id }: Listing) =>
    (await platform.pool.query('select id from listing_photo where listing_id = $1 order by position', [id])).rows.map(
      (row) => row.id,
    );
  const remaining = ordered.photos.map(({ id }) => id);
  expect([await rows(ordered), await rows(plain), await rows(fresh)]).toEqual([
    remaining,
    [],
    fresh.photos.map(({ id }) => id),
  ]);
  const files = (all: readonly ListingPhoto[]) =>
    Promise.all(all.map(async ({ id }) => (await platform.storage.get(`photos/${id}/160.webp`)) !== null));
  expect([await files(photos), await files(plain.photos), await files(fresh.photos)]).toEqual([
    [true, true, false],
    [false],
    [true],
  ]);
  for (const id of remaining) expect((await ask('buyer', `/photos/${id}/160.webp`)).status).toBe(200);
});
