import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { takeProviderPhoto } from './provider-photo.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('[EN-01] a photo that arrives after the member chose a picture, or after their deletion, changes nothing and leaves no file', async () => {
  const { id } = await market.signUp('early_chooser');
  const address = `${market.url}/sandbox/google/photo/early`;
  const photoOf = async () =>
    (await market.platform.pool.query('select photo_url from profile where user_id = $1', [id])).rows[0].photo_url;
  await market.platform.pool.query("update profile set avatar_url = '/avatars/x/192.webp' where user_id = $1", [id]);
  await takeProviderPhoto(market.platform, id, address);
  expect(await photoOf()).toBe(null);
  await market.platform.pool.query('update profile set avatar_url = null where user_id = $1', [id]);
  // No photo at this address.
  await takeProviderPhoto(market.platform, id, `${market.url}/sandbox/google/authorize`);
  await takeProviderPhoto(market.platform, id, `${market.url}/robots.txt`);
  expect(await photoOf()).toBe(null);
  await takeProviderPhoto(market.platform, id, address);
  expect(await photoOf()).toMatch(/^\/avatars\//);
});
