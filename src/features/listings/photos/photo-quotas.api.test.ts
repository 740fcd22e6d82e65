import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpLimits, httpQuotas } from '#platform/http/http.limits.ts';
import { uploadsUnderWay } from '#platform/http/requests/uploads.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { listingQuotas } from '../model/listing.quotas.ts';
import { listed, premium } from '../testing.ts';
import { storedPhotos, uploadTo } from './photos.testing.ts';

let market: TestMarket;
let seller: TestMember;
let other: TestMember;

beforeAll(async () => {
  market = await startTestMarket();
  seller = await premium(market, await market.signUp());
  other = await market.signUp();
}, 60_000);
afterAll(() => market?.close());

const small = () => crafted.photo(90, 126);
const draftOf = (member: TestMember) => listed(market, member, { status: 'draft' });
/** Photos of a draft as after many uploads. */
const fill = (listingId: string, count: number, bytes: number) =>
  market.platform.pool.query(
    `insert into listing_photo (id, listing_id, position, kind, width, height, widths, alt, bytes, created_at)
     select $1 || 'x' || n, $1, n, 'upload', 90, 126, '{160}', 'A photo', $3, now() from generate_series(1, $2::int) n`,
    [listingId, count, bytes],
  );

test('drafts hold so many photos and so many bytes; what is deleted or published is free again, and its files go', async () => {
  const member = await premium(market, await market.signUp());
  const [full, next] = [await draftOf(member), await draftOf(member)];
  await fill(full.id, listingQuotas.photosOfDrafts.most - 1, 1_000);
  expect(
    await uploadTo(
      market,
      next.id,
      [
        ['a.jpg', await small()],
        ['b.jpg', await small()],
      ],
      member,
    ),
  ).toMatchObject({
    status: 409,
    body: { code: 'photo_quota', message: listingQuotas.photosOfDrafts.sentence },
  });
  const taken = await uploadTo(market, next.id, [['a.jpg', await small()]], member);
  expect(taken.status).toBe(201);
  expect((await uploadTo(market, next.id, [['b.jpg', await small()]], member)).status).toBe(409);
  // Other sellers' drafts, and one's own listing that is for sale, are below the limit.
  expect((await uploadTo(market, (await draftOf(other)).id, [['a.jpg', await small()]], other)).status).toBe(201);
  expect((await uploadTo(market, (await listed(market, member)).id, [['a.jpg', await small()]], member)).status).toBe(
    201,
  );
  await market.request('DELETE', `/api/listings/${next.id}`, { as: member });
  await market.runJobs();
  expect(storedPhotos(market)).not.toContain(taken.body.photos[0].id);
  const third = await draftOf(member);
  expect((await uploadTo(market, third.id, [['a.jpg', await small()]], member)).status).toBe(201);
  await market.request('DELETE', `/api/listings/${full.id}`, { as: member });
  await fill(third.id, 1, listingQuotas.bytesOfDrafts.most * 1024 * 1024);
  expect((await uploadTo(market, third.id, [['b.jpg', await small()]], member)).body.message).toBe(
    listingQuotas.bytesOfDrafts.sentence,
  );
  await market.request('POST', `/api/listings/${third.id}/publish`, { as: member });
  expect((await uploadTo(market, (await draftOf(member)).id, [['a.jpg', await small()]], member)).status).toBe(201);
});

test('four uploads at most run at once; a fifth is refused with Retry-After, and other members are not delayed', async () => {
  const member = await premium(market, await market.signUp());
  const draft = await draftOf(member);
  const { most, sentence } = httpQuotas.uploadsUnderWay;
  const underWay = uploadsUnderWay(market.platform.bus);
  const held = Array.from({ length: most }, () => {
    const headers = {
      cookie: member.cookie,
      origin: market.url,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1_000_000,
    };
    const sent = httpRequest(`${market.url}/api/listings/${draft.id}/photos`, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.write('--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\nfirst bytes');
    return sent;
  });
  await expect.poll(() => underWay.get(member.id), { timeout: 20_000, interval: 10 }).toBe(most);
  const refused = await uploadTo(market, draft.id, [['a.jpg', await small()]], member);
  expect([refused.status, refused.body.message, refused.headers.get('retry-after')]).toEqual([429, sentence, '5']);
  expect((await uploadTo(market, (await draftOf(seller)).id, [['a.jpg', await small()]], seller)).status).toBe(201);
  for (const sent of held) sent.destroy();
  await expect.poll(() => underWay.get(member.id), { timeout: 20_000, interval: 10 }).toBeUndefined();
  expect((await uploadTo(market, draft.id, [['a.jpg', await small()]], member)).status).toBe(201);
});

test('and so many forms with files an hour, counted before they are read', async () => {
  const member = await market.signUp();
  const draft = await draftOf(member);
  // Only this member's count is there to be raised.
  await market.platform.pool.query('delete from limit_counter where key like $1', [`${httpLimits.uploads.name}%`]);
  await market.platform.limits.take(httpLimits.uploads, member.id);
  await market.platform.pool.query('update limit_counter set points = $1 where key like $2', [
    httpLimits.uploads.points,
    `${httpLimits.uploads.name}%`,
  ]);
  const refused = await uploadTo(market, draft.id, [['a.jpg', await small()]], member);
  expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after')) > 60]).toEqual([
    429,
    'too_many_requests',
    true,
  ]);
  await market.platform.limits.forget(httpLimits.uploads, member.id);
});
