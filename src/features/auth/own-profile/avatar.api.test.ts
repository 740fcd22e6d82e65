import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let member: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  member = await market.signUp('framed_member');
}, 60_000);
afterAll(() => market.close());

function photo(bytes: Buffer, name = 'me.jpg', field = 'photo'): FormData {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}
const send = (bytes: Buffer, query = '', as: TestMember | undefined = member) =>
  market.request('POST', `/api/profile/avatar${query}`, { ...(as ? { as } : {}), body: photo(bytes) });
async function fetched(address: string) {
  const answer = await fetch(market.url + address);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
/** Left half red, right half blue. */
async function halves(): Promise<Buffer> {
  const red = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 600, height: 400, channels: 3, background: '#0000ff' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
}
async function colourAt(bytes: Buffer, x: number): Promise<'red' | 'blue'> {
  const { data } = await sharp(bytes)
    .extract({ left: x, top: 50, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (data[0] ?? 0) > (data[2] ?? 0) ? 'red' : 'blue';
}

test('[EN-01] a picture becomes a square in three widths at an address that never changes, and shows on the profile', async () => {
  const answer = await send(await halves());
  expect(answer.status).toBe(200);
  expect(answer.body.avatarUrl).toMatch(/^\/avatars\/[0-9a-z]{20}\/192\.webp$/);
  for (const width of [96, 192, 384]) {
    const got = await fetched(answer.body.avatarUrl.replace('/192.', `/${width}.`));
    const meta = await sharp(got.bytes).metadata();
    expect([got.status, meta.format, meta.width, meta.height, got.headers.get('cache-control')]).toEqual([
      200,
      'webp',
      width,
      width,
      'public, max-age=300, must-revalidate',
    ]);
  }
  const middle = (await fetched(answer.body.avatarUrl)).bytes;
  expect([await colourAt(middle, 20), await colourAt(middle, 170)]).toEqual(['red', 'blue']);
  expect((await market.request('GET', `/api/profiles/${member.id}`)).body.avatarUrl).toBe(answer.body.avatarUrl);
});

test('[EN-01] the requested part is cut out, moved inside when it exceeds the edge; the former picture is deleted', async () => {
  const before = (await market.request('GET', '/api/profile', { as: member })).body.avatarUrl;
  const left = await send(await halves(), '?x=0&y=0&size=250');
  expect(await colourAt((await fetched(left.body.avatarUrl)).bytes, 170)).toBe('red');
  const beyond = await send(await halves(), '?x=590&y=390&size=200');
  expect(await colourAt((await fetched(beyond.body.avatarUrl)).bytes, 20)).toBe('blue');
  await market.runJobs();
  expect((await fetched(before)).status).toBe(404);
  expect((await fetched(beyond.body.avatarUrl)).status).toBe(200);
});

test('[EN-01] refuses visitors, half a part, no photo, two, a file that is no photo and one that is too large', async () => {
  expect((await market.request('POST', '/api/profile/avatar', { body: photo(await halves()) })).status).toBe(401);
  expect((await send(await halves(), '?x=1')).body).toMatchObject({
    status: 422,
    message: 'Send x, y and size, or none of them.',
  });
  expect((await send(await halves(), '?x=a&y=1&size=1')).body).toMatchObject({
    status: 422,
    message: 'Enter x in pixels.',
  });
  expect((await market.request('POST', '/api/profile/avatar', { as: member, body: {} })).status).toBe(415);
  const two = photo(await halves());
  two.append('photo', new Blob([new Uint8Array(await halves())]), 'b.png');
  expect((await market.request('POST', '/api/profile/avatar', { as: member, body: two })).status).toBe(422);
  const other = await market.request('POST', '/api/profile/avatar', {
    as: member,
    body: photo(await halves(), 'a.png', 'avatar'),
  });
  expect(other.status).toBe(422);
  expect((await send(Buffer.from('no picture at all'))).body.message).toBe(
    'We can’t read this file. Use a JPEG, PNG or WebP photo.',
  );
  expect((await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(422);
  expect((await send(await crafted.bomb(30_000, 30_000))).status).toBe(413);
  expect((await send(Buffer.alloc(12 * 1024 * 1024 + 1))).body.message).toBe(
    'This photo is larger than 12 MB. Use a smaller photo.',
  );
});

test('[EN-01] is removed again, with its files', async () => {
  const before = (await market.request('GET', '/api/profile', { as: member })).body.avatarUrl;
  expect((await market.request('DELETE', '/api/profile/avatar')).status).toBe(401);
  const answer = await market.request('DELETE', '/api/profile/avatar', { as: member });
  expect([answer.status, answer.body.avatarUrl]).toEqual([200, null]);
  await market.runJobs();
  expect((await fetched(before)).status).toBe(404);
  for (const odd of [
    '/avatars/none/192.webp',
    '/avatars/..%2F..%2Fetc/192.webp',
    '/avatars/abc/100.webp',
    '/avatars/abc/192.png',
  ]) {
    expect([odd, (await fetched(odd)).status]).toEqual([odd, 404]);
  }
});

test('[AP-05] [EN-01] the picture is deleted with the account', async () => {
  const leaver = await market.signUp('framed_leaver');
  const { body } = await send(await halves(), '', leaver);
  expect(
    (await market.request('POST', '/api/users/delete-account', { as: leaver, body: { password: leaver.password } }))
      .status,
  ).toBe(200);
  // Until then the deletion can be undone, with the picture.
  await market.advance(15 * dayMs);
  await market.runJobs();
  expect((await fetched(body.avatarUrl)).status).toBe(404);
});
