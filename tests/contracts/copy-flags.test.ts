import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyFlagNames, copyFlags, eachFlag } from '#features/catalogue/words.ts';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** Every flag of `copyFlagDefinitions` is a field, a filter, a search word and a column of files. */
let market: TestMarket;
let shop: TestMember;
let card: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  shop = await premium(market, await market.signUp());
  card = (await importTestCards(market))['base1-4'] ?? '';
}, 60_000);
afterAll(() => market?.close());

const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);
const pageOf = async (path: string, as: TestMember) => String((await market.request('GET', path, { as })).body);

describe.each(copyFlags)('a copy with the flag %s', (flag) => {
  const flags = eachFlag((each) => each === flag);
  let id: string;
  beforeAll(async () => {
    id = (await listed(market, shop, { catalogueCardId: card, ...flags })).id;
  });

  test('is stored and changed, and has it in its title and on its page', async () => {
    const { body } = await market.request('GET', `/api/listings/${id}`);
    expect(body).toMatchObject(flags);
    expect(body.title).toContain(copyFlagNames[flag]);
    expect(await pageOf(`/listings/${id}`, shop)).toContain(copyFlagNames[flag]);
    const without = await market.request('PATCH', `/api/listings/${id}`, { as: shop, body: { [flag]: false } });
    expect(without.body[flag]).toBe(false);
    const again = await market.request('PATCH', `/api/listings/${id}`, { as: shop, body: { [flag]: true } });
    expect(again.body).toMatchObject(flags);
  });

  test('is found by the filter and by the word of the search language', async () => {
    for (const query of [`${flag}=true`, `q=${encodeURIComponent(`is:${flag}`)}`])
      expect(idsOf((await market.request('GET', `/api/listings?${query}`)).body), query).toEqual([id]);
    expect(idsOf((await market.request('GET', `/api/listings?${flag}=false`)).body)).not.toContain(id);
  });

  test('has a check box in the form, and in the filters with a chip', async () => {
    expect(await pageOf(`/listings/${id}/edit`, shop)).toMatch(new RegExp(`<input[^>]*name="${flag}"[^>]*checked=""`));
    const browse = await pageOf(`/browse?${flag}=true`, shop);
    expect(browse).toMatch(new RegExp(`<input[^>]*name="${flag}"[^>]*checked=""`));
    expect(browse).toMatch(new RegExp(`href="/browse"[^>]*><span>${copyFlagNames[flag]}</span>`));
  });

  test('is in the exported file, and read from it', async () => {
    const file = String((await market.request('GET', '/api/listings/export.csv?format=sleeved', { as: shop })).body);
    const [header, ...rows] = file.split('\r\n');
    const own = rows.find((row) => row.startsWith(id));
    const { status, body } = await market.request('POST', '/api/listings/import', {
      as: shop,
      body: { text: [header, own].join('\r\n') },
    });
    expect(status).toBe(201);
    expect(body.rows).toMatchObject([flags]);
  });
});
