import { expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { listMarket, usd } from '../want-lists.testing.ts';
import { listsWanting } from './wanting.server.ts';

const { at, call, makeWith, list } = listMarket();

interface Entry {
  kind: string;
  title: string;
  link: string;
}
const entries = async (as: typeof at.ann): Promise<Entry[]> =>
  (await at.market.request('GET', '/api/notifications', { as })).body.items.filter(
    ({ kind }: Entry) => kind === 'alerts',
  );

test('a copy that appears for a line is notified once with its list, those of a day in one email; not an older copy, nor one that a list no longer wants', async () => {
  const cat = await at.market.signUp('list_waiter');
  await list('c21-263', { finish: 'nonfoil', price: usd(100) });
  const id = await makeWith(cat, '1 Sol Ring\n1 Charizard');
  await list('lea-269', { price: usd(200) });
  const gone = await list('base1-4', { price: usd(300) });
  expect(await entries(cat)).toEqual([]);
  const { lines } = (await call('GET', `/${id}`, cat)).body;
  const charizard = lines.find(({ card }: { card: { name: string } }) => card.name === 'Charizard');
  expect(charizard.forSale.cheapest.listingId).toBe(gone.id);
  expect((await call('DELETE', `/${id}/lines/${charizard.n}`, cat)).status).toBe(200);
  await at.market.advance(dayMs);
  expect(await entries(cat)).toMatchObject([{ title: 'New match: Commander deck', link: `/want-lists/${id}` }]);
  const mails = (await at.market.request('GET', `/sandbox/mail.json?to=${cat.email}`)).body as { subject: string }[];
  expect(mails.filter(({ subject }) => subject === 'New match: Commander deck')).toHaveLength(1);
  await at.market.advance(dayMs);
  expect(await entries(cat)).toHaveLength(1);
});

test('a copy that existed before its line is no alert, however late it is matched', async () => {
  const { clock, db } = at.market.platform;
  const eva = await at.market.signUp('list_late');
  const stood = await list('lea-232', { price: usd(400) });
  const listedAt = clock.now();
  await at.market.advance(1_000);
  const listId = await makeWith(eva, '1 Black Lotus');
  await at.market.advance(1_000);
  expect(await listsWanting(db, stood.id, listedAt, clock.now())).toEqual([]);
  expect(await listsWanting(db, stood.id, clock.now(), clock.now())).toEqual([{ listId, ownerId: eva.id }]);
});

test('a member is not notified of copies of blocked members, nor of their own', async () => {
  const dan = await at.market.signUp('list_apart');
  await makeWith(dan, '1 Umbreon VMAX');
  expect((await at.market.request('POST', `/api/members/${at.ben.id}/block`, { as: dan })).status).toBeLessThan(300);
  await list('swsh7-215', { price: usd(300) });
  await list('swsh7-215', { price: usd(300) }, dan);
  await at.market.advance(dayMs);
  expect(await entries(dan)).toEqual([]);
});
