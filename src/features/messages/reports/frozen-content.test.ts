import { afterAll, beforeAll, expect, test } from 'vitest';
import { putUpForSale } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { sweepReports } from './report-evidence.server.ts';

let market: TestMarket;
let admin: TestMember;
let colleague: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [admin, colleague] = [await market.signUp('Keeper_1'), await market.signUp('Keeper_2')];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = any($1)", [
    [admin.id, colleague.id],
  ]);
}, 120_000);
afterAll(() => market?.close());

const call = (method: string, path: string, as: TestMember, body?: unknown) =>
  market.request(method, path, { as, ...(body ? { body } : {}) });
const report = async (as: TestMember, kind: string, id: string): Promise<string> => {
  const filed = await call('POST', '/api/reports', as, { subject: { kind, id }, reason: 'fraud' });
  expect(filed.status, JSON.stringify(filed.body)).toBe(201);
  return filed.body.id;
};
const inspect = async (id: string) => (await call('GET', `/api/admin/reports/${id}`, admin)).body;
const answer = async (id: string, body: object) => {
  await call('POST', `/api/admin/reports/${id}/claim`, admin);
  const answered = await call('POST', `/api/admin/reports/${id}/answer`, admin, { toReporter: 'Thank you.', ...body });
  expect(answered.status, JSON.stringify(answered.body)).toBe(200);
  await market.runJobs();
};

async function listWithPhoto(seller: TestMember) {
  const id = await putUpForSale(market, seller);
  await call('PATCH', `/api/listings/${id}`, seller, { description: 'A scratch on the back.' });
  const form = new FormData();
  form.append('photos', new Blob([new Uint8Array(await crafted.photo(90, 126))], { type: 'image/jpeg' }), 'card.jpg');
  const { body } = await market.request('POST', `/api/listings/${id}/photos`, { as: seller, body: form });
  return { id, photo: body.photos.at(-1) as { id: string; url: string } };
}
const isStored = async ({ id }: { id: string }) =>
  (await market.platform.storage.get(`photos/${id}/160.webp`)) !== null;
const statusOf = async ({ url }: { url: string }, as: TestMember) => {
  const { status, body } = await fetch(market.url + url, { headers: { cookie: as.cookie } });
  await body?.cancel();
  return status;
};

test('a report about a wanted post keeps its description and highest price', async () => {
  const [ana, bob] = [await market.signUp(), await market.signUp()];
  const wanted = await call('POST', '/api/wanted', ana, {
    title: 'A Mew',
    game: 'pokemon',
    description: 'Only from Bern.',
    highestPrice: { amount: 900, currency: 'USD' },
  });
  expect(wanted.status, JSON.stringify(wanted.body)).toBe(201);
  const id = await report(bob, 'wanted', wanted.body.id);
  expect((await inspect(id)).thing).toMatchObject({ text: 'Only from Bern.', price: { amount: 900, currency: 'USD' } });
});

test.each([
  undefined,
  'warn',
  'limit',
  'hide',
])('the reported member gets one notification of a decision, with measure %s', async (measure) => {
  const [ana, bob] = [await market.signUp(), await market.signUp()];
  const id = await report(bob, 'listing', await putUpForSale(market, ana));
  await answer(id, { decision: 'upheld', toReported: 'The photos are of another card.', ...(measure && { measure }) });
  const { items } = (await call('GET', '/api/notifications', ana)).body;
  expect(items.map(({ body }: { body: string }) => body)).toEqual([
    expect.stringContaining('The photos are of another card.'),
  ]);
});

test('a report shows the sales of the reported member, and reports and decisions about them', async () => {
  const [ana, bob] = [await market.signUp(), await market.signUp()];
  await answer(await report(bob, 'member', ana.id), { decision: 'upheld', toReported: 'Be kind.', measure: 'warn' });
  const page = await market.request<string>('GET', `/admin/reports/${await report(bob, 'member', ana.id)}`, {
    as: admin,
  });
  const record = /id="record".*?<\/section>/s.exec(page.body)?.[0].replaceAll(/<[^>]*>/g, ' ');
  expect(record).toMatch(/Sales\s+0\s+About this member\s+Violation: 1 .*Open: 1.*Warning/s);
});

// Last, since the admins' sessions end while it waits.
test('a report keeps the listing as it was, with its photos for admins alone, until half a year after the answer', async () => {
  const [ana, bob] = [await market.signUp(), await market.signUp()];
  const [changed, same] = [await listWithPhoto(ana), await listWithPhoto(ana)];
  const [id, other] = [await report(bob, 'listing', changed.id), await report(bob, 'listing', same.id)];
  await call('PATCH', `/api/listings/${changed.id}`, ana, {
    description: 'Flawless.',
    price: { amount: 1_500, currency: 'USD' },
  });
  expect((await call('DELETE', `/api/listings/${changed.id}/photos/${changed.photo.id}`, ana)).status).toBe(200);
  await market.runJobs();

  const asItWas = { text: 'A scratch on the back.', price: { amount: 1_299, currency: 'USD' }, condition: 'near_mint' };
  expect((await inspect(id)).thing).toEqual({
    ...asItWas,
    photos: [expect.objectContaining({ id: changed.photo.id })],
  });
  expect([await statusOf(changed.photo, colleague), await statusOf(changed.photo, bob)]).toEqual([200, 404]);
  const page = (await market.request<string>('GET', `/admin/reports/${id}`, { as: admin })).body;
  for (const words of ['A scratch on the back.', '$12.99', changed.photo.url, `/admin/listings/${changed.id}`])
    expect(page).toContain(words);
  expect(page).not.toContain('Flawless.');

  for (const one of [id, other]) await answer(one, { decision: 'dismissed' });
  const sweep = async () => {
    await sweepReports(market.platform);
    await market.runJobs();
  };
  await sweep();
  expect([(await inspect(id)).thing, await isStored(changed.photo)]).toEqual([expect.anything(), true]);
  await market.advance(181 * dayMs);
  await sweep();
  // The other listing still shows its photo.
  const { rows } = await market.platform.pool.query('select thing from member_report where id = $1', [id]);
  expect([rows[0].thing, await isStored(changed.photo), await isStored(same.photo)]).toEqual([null, false, true]);
});
