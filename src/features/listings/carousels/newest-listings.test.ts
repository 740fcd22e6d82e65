import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { listed, premium } from '../testing.ts';
import { newestListings } from './listing.carousels.server.ts';

let market: TestMarket;
let sellers: TestMember[];
beforeAll(async () => {
  market = await startTestMarket();
  sellers = [];
  for (let n = 0; n < 3; n++) sellers.push(await premium(market, await market.signUp()));
}, 60_000);
afterAll(() => market?.close());

async function list(seller: number, name: string, hasPhoto: boolean): Promise<void> {
  const { id } = await listed(market, sellers[seller] as TestMember, { game: 'pokemon', name });
  const photo = { id: 'p', url: '/p.webp', width: 630, height: 880, alt: '', widths: [], placeholder: null };
  if (hasPhoto)
    await market.platform.pool.query('update listing set photos = $2 where id = $1', [id, JSON.stringify([photo])]);
  market.clock.advance(1_000);
}
const shown = async (limit: number) => (await newestListings(market.platform, limit)).map(({ name }) => name);

test('just listed are cards with photos, one of a seller; more of the same and those without photos only fill up', async () => {
  for (const [seller, name] of [
    [0, 'Ann one'],
    [1, 'Ben one'],
    [0, 'Ann two'],
    [2, 'Cid one'],
    [0, 'Ann three'],
  ] as const)
    await list(seller, name, true);
  for (let n = 0; n < 3; n++) await list(1, `Ben bare ${n}`, false);
  const others = ['Ann three', 'Cid one', 'Ben one'];
  expect(await shown(3)).toEqual(others);
  expect(await shown(5)).toEqual([...others, 'Ann two', 'Ann one']);
  expect(await shown(7)).toEqual([...others, 'Ann two', 'Ann one', 'Ben bare 2', 'Ben bare 1']);
  const hidden = await newestListings(market.platform, 2, [sellers[2]?.id ?? '']);
  expect(hidden.map(({ name }) => name)).toEqual(['Ann three', 'Ben one']);
});
