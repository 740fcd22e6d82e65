import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { talkers } from '../messages.testing.ts';

/** Photos in a conversation: re-encoded, visible to its two alone, deleted with their sender. */
let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 120_000);
afterAll(() => market?.close());

const { join, openAs, sayAs, audit } = talkers(() => market);

async function attach(as: TestMember, threadId: string, ...files: Buffer[]) {
  const body = new FormData();
  for (const bytes of files)
    body.append('photos', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'card.jpg');
  return market.request('POST', `/api/threads/${threadId}/photos`, { as, body });
}
const photoFor = async (url: string, as?: TestMember) => {
  const answer = await fetch(market.url + url, { headers: as ? { cookie: as.cookie } : {} });
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get('cache-control')];
};
const shown = [200, 'private, no-store'];

test('a photo of a conversation is re-encoded, carried by one message, and visible to its two alone', async () => {
  const [ana, bob, eve] = [await join(), await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body;
  const sent = await attach(ana, id, await crafted.photo(90, 126), await crafted.photo(180, 126));
  expect([sent.status, sent.body.photos.map(({ width }: { width: number }) => width)]).toEqual([201, [90, 180]]);
  const ids: string[] = sent.body.ids;
  const url = sent.body.photos[0].url;
  // Before the message is sent the recipient may not see it either.
  expect([await photoFor(url, ana), (await photoFor(url, bob))[0], (await photoFor(url))[0]]).toEqual([
    shown,
    404,
    404,
  ]);

  const said = await sayAs(ana, id, { photos: [ids[1], ids[0]], clientId: 'p-1' });
  expect([said.status, said.body.text, said.body.photos.map((photo: { id: string }) => photo.id)]).toEqual([
    201,
    '',
    [ids[1], ids[0]],
  ]);
  expect((await sayAs(ana, id, { photos: [ids[1], ids[0]], clientId: 'p-1' })).body.id).toBe(said.body.id);
  expect([
    await photoFor(url, ana),
    await photoFor(url, bob),
    (await photoFor(url, eve))[0],
    (await photoFor(url))[0],
  ]).toEqual([shown, shown, 404, 404]);
  const read = (await market.request('GET', `/api/threads/${id}/messages`, { as: bob })).body.items[0];
  expect(read.photos).toEqual(said.body.photos);

  // Already carried, of another member, in another thread, missing, not a photo.
  const withEve = (await openAs(eve, { recipientId: bob.id, text: 'Hello.' })).body.id;
  const [more] = (await attach(ana, id, await crafted.photo(90, 126))).body.ids;
  for (const [as, thread, photos] of [
    [ana, id, [ids[0]]],
    [bob, id, [more]],
    [eve, withEve, [more]],
    [ana, id, ['nothing']],
  ] as const)
    expect(await sayAs(as, thread, { photos })).toMatchObject({
      status: 422,
      body: { errors: { photos: expect.any(String) } },
    });
  expect(await sayAs(ana, id, { text: ' ', photos: [] })).toMatchObject({
    status: 422,
    body: { errors: { text: 'Enter a message.' } },
  });
  expect([
    (await attach(eve, id, await crafted.photo(90, 126))).status,
    (await attach(ana, id, Buffer.from('words'))).status,
  ]).toEqual([404, 422]);
  await market.request('POST', `/api/members/${ana.id}/block`, { as: bob, body: {} });
  expect(await attach(ana, id, await crafted.photo(90, 126))).toMatchObject({ status: 403, body: { code: 'blocked' } });
  await audit();
});

test('photos without a message are deleted after a day, and those of a deleted member with them', async () => {
  const [ana, bob] = [await join(), await join()];
  const { id } = (await openAs(ana, { recipientId: bob.id, text: 'Hello.' })).body;
  const [carried] = (await attach(ana, id, await crafted.photo(90, 126))).body.ids;
  const [waiting] = (await attach(ana, id, await crafted.photo(90, 126))).body.ids;
  await sayAs(ana, id, { text: 'Look.', photos: [carried] });
  const stored = async (photoId: string) => (await market.platform.storage.get(`photos/${photoId}/160.webp`)) !== null;
  const exported = (await market.request('GET', '/api/export', { as: ana })).body.messages;
  expect(exported.photos.map((photo: { id: string }) => photo.id).sort()).toEqual([carried, waiting].sort());
  expect([await stored(carried), await stored(waiting)]).toEqual([true, true]);
  await market.advance(24 * 60 * 60_000);
  expect([await stored(carried), await stored(waiting)]).toEqual([true, false]);
  expect(
    (await market.request('POST', '/api/users/delete-account', { as: ana, body: { password: ana.password } })).status,
  ).toBe(200);
  await market.runJobs();
  // The file remains while the deletion can be undone; no member is shown it.
  expect(await stored(carried)).toBe(true);
  expect((await market.request('GET', `/api/threads/${id}/messages`, { as: bob })).body.items[0]).toMatchObject({
    text: 'Look.',
    photos: [],
  });
  expect((await photoFor(`/photos/${carried}/160.webp`, bob))[0]).toBe(404);
  await market.advance(15 * dayMs);
  expect(await stored(carried)).toBe(false);
});
