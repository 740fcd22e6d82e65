import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import * as crafted from '#platform/pictures/crafted.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { confirmAs } from '#testing/step-up.ts';

let market: TestMarket;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  admin = await market.signUp('Keeper_2');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => market?.close());

const upload = (bytes: Uint8Array) => {
  const form = new FormData();
  form.set('photo', new Blob([Buffer.from(bytes)]), 'logo.png');
  const headers = { cookie: admin.cookie, origin: market.url };
  return fetch(`${market.url}/admin/site/logo`, { method: 'POST', body: form, headers, redirect: 'manual' });
};
const home = async () => (await market.request<string>('GET', '/')).body;
const logoIn = (page: string) => /<img src="(\/brand\/logo\.png\?v=[0-9a-z]+)" alt=""/.exec(page)?.[1] ?? null;
const wide = () =>
  sharp({ create: { width: 900, height: 300, channels: 4, background: { r: 0, g: 90, b: 60, alpha: 0.5 } } })
    .png()
    .toBuffer();

test('an image is the logo of pages and emails after a step-up, and the former file is deleted', async () => {
  await market.advance(dayMs);
  expect((await upload(await wide())).headers.get('location')).toContain('/settings/security/confirm');
  expect(logoIn(await home())).toBeNull();
  await confirmAs(market, admin, { password: admin.password });
  expect((await upload(await wide())).headers.get('location')).toBe('/admin/site#logo');
  const first = logoIn(await home());
  const image = await fetch(`${market.url}${first}`);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(image.headers.get('cache-control')).toContain('max-age=');
  const { width, height, format, hasAlpha } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
  expect({ width, height, format, hasAlpha }).toEqual({ width: 320, height: 107, format: 'png', hasAlpha: true });

  const member = await market.signUp('Reader_1');
  const htmlTo = async () =>
    (await market.platform.pool.query('select body_html from sandbox_mail where recipient = $1', [member.email])).rows;
  await expect
    .poll(async () => JSON.stringify((await htmlTo())[0]?.body_html ?? '').replaceAll('\\"', '"'))
    .toContain(`<img src="${market.platform.config.appUrl}/brand/logo.png" alt="Sleeved" height="32"`);

  await upload(await crafted.photo(400, 400));
  expect(logoIn(await home())).not.toBe(first);
  const formerFile = `brand/${first?.split('=')[1]}.png`;
  await expect.poll(async () => market.platform.storage.get(formerFile)).toBeNull();
});

test('a file that is no image changes nothing and says what to use', async () => {
  const before = logoIn(await home());
  for (const bytes of [crafted.svg, crafted.executable, await crafted.animatedPng(), crafted.bomb(30_000, 30_000)])
    expect((await upload(bytes)).headers.get('location')).toBe('/admin/site?refused=logo#logo');
  const page = await market.request<string>('GET', '/admin/site?refused=logo', { headers: { cookie: admin.cookie } });
  expect(page.body).toContain('Couldn’t read this image. Use a PNG, JPEG or WebP image without animation, up to 4 MB.');
  expect(logoIn(await home())).toBe(before);
});

test('a removed logo leaves the sign and the name', async () => {
  const headers = { cookie: admin.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' };
  await market.request('POST', '/admin/site', { body: 'act=remove-logo', headers });
  expect(logoIn(await home())).toBeNull();
  expect((await fetch(`${market.url}/brand/logo.png`)).status).toBe(404);
  const { rows } = await market.platform.pool.query("select act from audit_log where subject = 'site' order by at, id");
  expect(rows.map(({ act }) => act)).toEqual(['logo.changed', 'logo.changed', 'logo.removed']);
});
