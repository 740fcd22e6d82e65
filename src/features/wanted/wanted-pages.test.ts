import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCatalogueFiles } from '#features/catalogue/index.server.ts';
import { importTestCards, listed } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let ann: TestMember;
let ben: TestMember;
let card: { id: string };
let wantId: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [ann, ben] = [await market.signUp('page_wanter'), await market.signUp('page_seller')];
  card = { id: (await importTestCards(market))['base1-4'] ?? '' };
  wantId = (await market.request('POST', '/api/wanted', { as: ann, body: { card, quantity: 2 } })).body.id;
  await listed(market, ben, { catalogueCardId: card.id });
  await market.runJobs();
}, 60_000);
afterAll(() => market?.close());

const page = async (path: string, as?: TestMember) => {
  const { status, body } = await market.request('GET', path, as ? { as } : {});
  return { status, text: String(body).replace(/<!-- -->/g, '') };
};
const post = (path: string, as: TestMember, fields: Record<string, string>) =>
  fetch(`${market.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: as.cookie, origin: market.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

test('[RT-01] [RT-10] [RT-11] a wanted post is on the home page, in the list and on its own page, with the copies that fit it', async () => {
  for (const path of ['/', '/wanted', '/wanted?condition=good&maxPrice=20']) {
    const { status, text } = await page(path);
    expect([path, status, text.includes('Wanted')]).toEqual([path, 200, true]);
  }
  expect((await page('/')).text).toContain('Latest wanted posts');
  expect((await page(`/wanted/${wantId}`)).text).toContain('1 matching listing');
});

test('a member’s own wanted posts are part of the dashboard, ended ones too, and other members do not see them', async () => {
  const cara = await market.signUp('want_overview');
  const made = async (title: string) =>
    (await market.request('POST', '/api/wanted', { as: cara, body: { title, game: 'pokemon' } })).body.id;
  const [open, ended] = [await made('A first Mew'), await made('A second Mew')];
  await market.request('PATCH', `/api/wanted/${ended}`, { as: cara, body: { status: 'filled' } });
  const { status, text } = await page('/dashboard/wanted', cara);
  expect([
    status,
    text.includes(`/wanted/${open}"`),
    text.includes(`/wanted/${ended}"`),
    text.includes(`/wanted/${wantId}"`),
  ]).toEqual([200, true, true, false]);
  const here = [...text.matchAll(/<a [^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes('aria-current'));
  expect(here.some((tag) => tag.includes('href="/dashboard/wanted"'))).toBe(true);
  expect((await page('/dashboard/wanted', ben)).text).toContain('No wanted posts yet');
  for (const query of ['?cursor=x', '?cursor=%00'])
    expect((await page(`/dashboard/wanted${query}`, cara)).status).toBe(422);
});

test('an unreadable search of wanted posts shows its error at the field, and the input stays', async () => {
  const { status, text } = await page('/wanted?minPrice=x&q=mew');
  expect(status).toBe(422);
  expect(text).toContain('“x” isn’t an amount in USD. Enter a number such as 34.50.');
  for (const typed of ['x', 'mew']) expect(text).toContain(`value="${typed}"`);
  expect(text).not.toMatch(/No (matching )?wanted posts/);
  expect((await page('/wanted?q=nothing%20like%20this')).text).toContain('Clear filters');
});

test('[RT-11] forms without script create it from the address of a card or of words, and change, renew and answer it', async () => {
  expect((await page(`/wanted/create?card=${card.id}`, ann)).text).toMatch(/name="card"[^>]*value="[^"]+".*Charizard/s);
  expect((await page('/wanted/create?title=An%20old%20Mew', ann)).text).toContain('value="An old Mew"');
  const made = await post('/wanted/create', ann, {
    title: 'Mew',
    game: 'pokemon',
    highestPrice: '12.50',
    withPostage: '1',
    quantity: '1',
  });
  expect(made.status).toBe(302);
  const id = made.headers.get('location')?.split('/').at(-1) ?? '';
  expect((await market.request('GET', `/api/wanted/${id}`)).body).toMatchObject({
    title: 'Mew',
    withPostage: true,
    highestPrice: { amount: 1_250 },
  });
  expect((await page(`/wanted/${id}/edit`, ann)).text).toContain('value="12.50"');
  expect((await post(`/wanted/${id}/edit`, ann, { title: 'Mewtwo', quantity: '3' })).status).toBe(302);
  expect((await market.request('GET', `/api/wanted/${id}`)).body).toMatchObject({
    title: 'Mewtwo',
    withPostage: false,
    highestPrice: null,
    quantity: 3,
  });
  expect((await page(`/wanted/${id}/edit`, ben)).status).toBe(403);
  expect((await page(`/wanted/${id}/renew`, ann)).text).toContain('Renew for 90 days');
  expect((await post(`/wanted/${id}/renew`, ann, {})).status).toBe(302);
  const offered = await page(`/wanted/${wantId}/answer`, ben);
  const listingId = /name="listingId"[^>]*value="([^"]+)"/.exec(offered.text)?.[1] ?? '';
  const answered = await post(`/wanted/${wantId}/answer`, ben, { how: 'listing', listingId });
  expect([answered.status, answered.headers.get('location')?.startsWith('/messages/')]).toEqual([302, true]);
  expect((await page(answered.headers.get('location') ?? '', ann)).text).toContain(`/listings/${listingId}`);
});

test('[RT-11] a pasted line fills the form with its card and terms; an ambiguous one offers candidates, and several lines link to want lists', async () => {
  const at = (line: string) => page(`/wanted/create?line=${encodeURIComponent(line)}`, ann);
  const { text } = await at('3 Charizard (base1) 4');
  expect(text).toContain(`value="${card.id}"`);
  expect(text).toMatch(/name="quantity"[^>]*value="3"|value="3"[^>]*name="quantity"/);
  const inWords = (await at('charizard base set 4/102')).text;
  expect(/name="card" value="([^"]+)"/.exec(inWords)?.[1]).toBe(card.id);
  expect((await at('1 Pikachu (base1) 4\n1 Charizard (base1) 4')).text).toContain('Enter one card.');
  expect((await at('zzzz qqqq xxxx')).text).toContain('No matching cards.');
  const long = await at('x'.repeat(400));
  expect([long.status, long.text.includes('Enter at most 300 characters.')]).toEqual([200, true]);
  expect((await page('/wanted/create?line=%00%ED%A0%80', ann)).status).toBe(200);
});

test('[RT-11] a pasted line that names one printing offers the others before it is posted, with its terms', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rings-'));
  const [file, row] = [
    join(folder, 'rings.ndjson'),
    { game: 'magic', name: 'Sol Ring', rarity: 'uncommon', finishes: ['nonfoil'], language: 'en', source: 'test' },
  ];
  const printings = [
    { ...row, setCode: 'C21', setName: 'Commander 2021', number: '263', externalId: 'c21-263' },
    { ...row, setCode: 'LEA', setName: 'Limited Edition Alpha', number: '269', externalId: 'lea-269' },
  ];
  writeFileSync(file, printings.map((printing) => JSON.stringify(printing)).join('\n'));
  await importCatalogueFiles(market.platform, [file], () => {});
  rmSync(folder, { recursive: true });
  const chosen = (text: string) => /name="card" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const others = (text: string) =>
    [...text.matchAll(/href="(\/wanted\/create\?card=[^"]+)"/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    );
  const first = await page(`/wanted/create?line=${encodeURIComponent('2 Sol Ring (C21) 263')}`, ann);
  expect(first.text).toContain('Limited Edition Alpha');
  const [other = '', ...rest] = others(first.text);
  expect(rest).toEqual([]);
  const second = await page(other, ann);
  expect(chosen(second.text)).not.toBe(chosen(first.text));
  expect(second.text).toMatch(/name="quantity"[^>]*value="2"|value="2"[^>]*name="quantity"/);
  // And back again.
  expect(chosen((await page(others(second.text)[0] ?? '', ann)).text)).toBe(chosen(first.text));
});

test('[EN-10] a seller who lists a card sees how many members want such a copy, without names', async () => {
  const postAt = (price: number) =>
    market.request('GET', `/cards/${card.id}/wanted?condition=near_mint&language=en&price=${price}&currency=USD`, {
      as: ben,
    });
  expect((await postAt(500)).body).toEqual({ count: 1 });
  await market.request('PATCH', `/api/wanted/${wantId}`, {
    as: ann,
    body: { highestPrice: { amount: 400, currency: 'USD' } },
  });
  expect((await postAt(500)).body).toEqual({ count: 0 });
  expect((await market.request('GET', `/cards/${card.id}/wanted`, { as: ann })).body).toEqual({ count: 0 });
});

test('[EN-10] the number of members who want a copy is answered for any input', async () => {
  const at = `/cards/${card.id}/wanted`;
  for (const query of [
    'finish=%00',
    'finish=holo&finish=x',
    'currency=%00',
    'condition=%00&language=%00',
    'price=999999999999',
    `finish=${'x'.repeat(3_000)}`,
  ]) {
    const { status } = await market.request('GET', `${at}?${query}`, { as: ben });
    expect(status, query).toBeLessThan(500);
  }
});

test('[EN-10] the form preserves the currency, and copies bought while it was open are not wanted again', async () => {
  const { body: made } = await market.request('POST', '/api/wanted', { as: ann, body: { card, quantity: 3 } });
  const edit = `/wanted/${made.id}/edit`;
  const opened = (await page(edit, ann)).text;
  const version = /name="version" value="(\d+)"/.exec(opened)?.[1] ?? '';
  expect(version).toBe(String(made.version));
  const typed = { withPostage: '1', highestPrice: '40', currency: 'EUR', quantity: '3' };
  expect((await post(edit, ann, { ...typed, version })).status).toBe(302);
  const read = async () => (await market.request('GET', `/api/wanted/${made.id}`)).body;
  expect(await read()).toMatchObject({ highestPrice: { amount: 4_000, currency: 'EUR' }, quantity: 3 });
  expect((await page(edit, ann)).text).toMatch(/<option value="EUR" selected=""/);
  await market.request('PATCH', `/api/wanted/${made.id}`, { as: ann, body: { quantity: 1 } });
  const late = await post(edit, ann, { ...typed, version });
  expect([late.status, (await late.text()).includes('now asks for 1 copy')]).toEqual([409, true]);
  expect((await read()).quantity).toBe(1);
});
