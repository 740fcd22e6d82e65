import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let listing: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  listing = `/listings/${(await listed(market, await market.signUp('seller_1'))).id}`;
}, 120_000);
afterAll(() => market?.close());

const priceFor = async (as: TestMember, headers: Record<string, string> = {}) =>
  />[US$]*12[.,]99[^<]*/.exec(
    await (await fetch(market.url + listing, { headers: { cookie: as.cookie, ...headers } })).text(),
  )?.[0];

test('a member chooses the format of numbers and the time zone; an empty choice goes back to the browser’s', async () => {
  const member = await market.signUp('reader_1');
  const german = { 'accept-language': 'de' };
  expect(await priceFor(member)).toBe('>$12.99');
  expect(await priceFor(member, german)).toBe('>12,99\u00a0$');
  const chosen = await market.request('PATCH', '/api/profile', {
    as: member,
    body: { numberFormat: 'en-GB', timeZone: 'Asia/Tokyo' },
  });
  expect(chosen.body).toMatchObject({ numberFormat: 'en-GB', timeZone: 'Asia/Tokyo' });
  expect(await priceFor(member, german)).toBe('>US$12.99');
  await market.request('PATCH', '/api/profile', { as: member, body: { numberFormat: '', timeZone: null } });
  expect(await priceFor(member, german)).toBe('>12,99\u00a0$');
});

test('a member sees prices also in the currency of their choice, about, and pays in the seller’s', async () => {
  const as = await market.signUp('reader_4');
  const shown = async () => {
    const html = await (await fetch(market.url + listing, { headers: { cookie: as.cookie } })).text();
    return /[$]12[.]99(?:<!-- -->)?<span class="approx">(?:<!-- -->)?[^/]*/.exec(html)?.[0].replace(/<[^>]*>|<$/g, '');
  };
  expect(await shown()).toBeUndefined();
  const choose = (displayCurrency: string) =>
    market.request('PATCH', '/api/profile', { as, body: { displayCurrency } });
  expect((await choose('EUR')).body).toMatchObject({ displayCurrency: 'EUR' });
  // 12.99 / 1.08
  expect(await shown()).toBe('$12.99 ≈ €12.03');
  await choose('USD');
  expect(await shown()).toBeUndefined();
});

test('an unknown format, time zone or currency is refused with the name of the field', async () => {
  const as = await market.signUp('reader_2');
  const answers = await Promise.all(
    [{ numberFormat: 'tlh' }, { timeZone: 'Mars/Base' }, { displayCurrency: 'XAU' }].map((body) =>
      market.request('PATCH', '/api/profile', { as, body }),
    ),
  );
  expect(answers.map(({ status, body }) => [status, Object.keys((body as { errors: object }).errors)])).toEqual([
    [422, ['numberFormat']],
    [422, ['timeZone']],
    [422, ['displayCurrency']],
  ]);
});

test('density and motion mark every page of the member, and games are theirs; what is unknown is refused', async () => {
  const as = await market.signUp('reader_3');
  const root = async () =>
    /<html[^>]*>/.exec(await (await fetch(market.url + listing, { headers: { cookie: as.cookie } })).text())?.[0];
  expect(await root()).toContain('data-density="comfortable" data-motion="system"');
  const patch = (body: object) => market.request('PATCH', '/api/profile', { as, body });
  const chosen = { density: 'compact', motion: 'less', games: ['magic', 'pokemon'] };
  expect((await patch({ ...chosen, games: ['magic', 'pokemon', 'magic'] })).body).toMatchObject(chosen);
  expect(await root()).toContain('data-density="compact" data-motion="less"');
  for (const body of [{ density: 'tiny' }, { motion: 'more' }, { games: ['chess'] }])
    expect((await patch(body)).status, JSON.stringify(body)).toBe(422);
  const form = await market.request('POST', '/settings/appearance', {
    body: new URLSearchParams({ theme: 'dark', density: 'comfortable', motion: 'system', hasGames: '1' }).toString(),
    headers: { cookie: as.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(form.status).toBe(200);
  expect((await market.request('GET', '/api/profile', { as })).body).toMatchObject({
    density: 'comfortable',
    motion: 'system',
    games: [],
  });
});
