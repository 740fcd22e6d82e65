import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
}, 120_000);
afterAll(() => market?.close());

const page = async (path: string, as?: TestMember) =>
  String((await market.request('GET', path, as ? { headers: { cookie: as.cookie } } : {})).body).replaceAll(
    '<!-- -->',
    '',
  );

test('a card’s page shows the lowest price in each condition, best first, without sellers that a block hides', async () => {
  const card = (await importTestCards(market))['lea-161'] ?? '';
  const [seller, blocked] = await Promise.all(
    ['sells_cards', 'sells_blocked'].map(async (name) => premium(market, await market.signUp(name))),
  );
  const sell = (by: TestMember | undefined, condition: string, amount: number) =>
    listed(market, by as TestMember, { catalogueCardId: card, condition, price: { amount, currency: 'USD' } });
  for (const [condition, amount] of [
    ['played', 300],
    ['near_mint', 500],
    ['near_mint', 450],
  ] as const)
    await sell(seller, condition, amount);
  await sell(blocked, 'near_mint', 100);
  const reader = await market.signUp();
  expect((await market.request('POST', `/api/members/${blocked?.id}/block`, { as: reader, body: {} })).status).toBe(
    200,
  );
  const rows = async (as?: TestMember) => {
    const [panel = ''] = /id="condition-prices".*?<\/section>/s.exec(await page(`/cards/${card}`, as)) ?? [];
    return [...panel.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, ...cells]) =>
      cells.map((cell) =>
        cell
          .replace(/<[^>]+>/g, ' ')
          .trim()
          .replace(/\s+/g, ' '),
      ),
    );
  };
  expect(await rows(reader)).toEqual([
    ['Near mint', '$4.50 2 copies'],
    ['Played', '$3.00 1 copy'],
  ]);
  expect((await rows())[0]).toEqual(['Near mint', '$1.00 3 copies']);
});

test('the details of a listing name signed, altered and misprint only where it is so', async () => {
  const seller = await premium(market, await market.signUp());
  const text = async (more: object) => page(`/listings/${(await listed(market, seller, more)).id}`);
  expect(await text({ name: 'Fog' })).not.toMatch(/<dt>(Signed|Altered|Misprint)<\/dt>/);
  expect(await text({ name: 'Fog', signed: true })).toMatch(/<dt>Signed<\/dt><dd>Yes<\/dd>/);
});
