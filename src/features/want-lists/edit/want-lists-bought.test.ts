import { expect, test } from 'vitest';
import { buyPlaced, passTime, pay, settleWants } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import type { TestMember } from '#testing/server.ts';
import { listMarket, usd } from '../want-lists.testing.ts';

const { at, call, makeWith, list, read } = listMarket();

const buy = async (by: TestMember, external: string, details = {}): Promise<string> => {
  const { order, checkoutUrl } = await buyPlaced(at.market, by, (await list(external, details)).id);
  await pay(checkoutUrl);
  await passTime(at.market);
  return order.id;
};
const got = async (id: string, as: TestMember | null) =>
  ((await read(id, as)).lines ?? []).map((line: { card: { name: string }; quantity: number; bought: number }) => [
    line.card.name,
    line.quantity,
    line.bought,
  ]);

test('a bought copy is marked, once an order and on one line; other readers see what is still wanted', async () => {
  const cat = await at.market.signUp('list_buyer');
  const id = await makeWith(cat, '2 Sol Ring (C21) 263\n1 Charizard', true);
  const any = await makeWith(cat, '1 Sol Ring');
  const order = await buy(cat, 'c21-263', { finish: 'nonfoil', price: usd(500) });
  expect([await got(id, cat), await got(any, cat)]).toEqual([
    [
      ['Sol Ring', 2, 1],
      ['Charizard', 1, 0],
    ],
    [['Sol Ring', 1, 0]],
  ]);
  await Promise.all([settleWants(at.market.platform, order), settleWants(at.market.platform, order)]);
  expect(await got(id, cat)).toContainEqual(['Sol Ring', 2, 1]);
  expect(await got(id, null)).toEqual([
    ['Sol Ring', 1, 0],
    ['Charizard', 1, 0],
  ]);
  await buy(cat, 'lea-269', { price: usd(500) });
  expect([await got(id, cat), await got(any, cat)]).toEqual([
    [
      ['Sol Ring', 2, 1],
      ['Charizard', 1, 0],
    ],
    [['Sol Ring', 1, 1]],
  ]);
  await buy(cat, 'base1-4', { price: usd(500) });
  expect(await got(id, null)).toEqual([['Sol Ring', 1, 0]]);
  const file = await at.market.request<string>('GET', `/api/want-lists/${id}/export?format=txt`, { as: cat });
  expect(String(file.body)).not.toContain('Charizard');
  expect((await read(any, cat)).available).toBe(0);
  // Bought cards are not notified any more.
  await list('base1-4', { price: usd(400) });
  await at.market.advance(dayMs);
  const { items } = (await at.market.request('GET', '/api/notifications', { as: cat })).body;
  expect(
    items.filter(({ kind, body }: { kind: string; body: string }) => kind === 'alerts' && body.includes('Charizard')),
  ).toEqual([]);
});

test('copies of a cancelled order are wanted again, once, also where the owner has added more since; a removed line does not come back', async () => {
  const dan = await at.market.signUp('list_refunded');
  const id = await makeWith(dan, '1 Umbreon VMAX\n1 Arcane Signet');
  const [first, second] = [
    await buy(dan, 'swsh7-215', { price: usd(700) }),
    await buy(dan, 'c21-234', { finish: 'foil', price: usd(700) }),
  ];
  const { lines } = await read(id, dan);
  expect((await call('PATCH', `/${id}/lines/${lines[0].n}`, dan, { quantity: 3 })).status).toBe(200);
  expect((await call('DELETE', `/${id}/lines/${lines[1].n}`, dan)).status).toBe(200);
  for (const order of [first, second]) {
    expect((await at.market.request('POST', `/api/orders/${order}/cancel`, { as: at.ben, body: {} })).status).toBe(200);
    await passTime(at.market);
    for (const _ of 'ab') await settleWants(at.market.platform, order);
  }
  expect(await got(id, dan)).toEqual([['Umbreon VMAX', 3, 0]]);
  const { body } = await at.market.request('GET', '/api/export', { as: dan });
  expect(JSON.stringify(body)).toContain('wantListsBought');
});

test('two orders at the same moment mark no more copies than a line has', async () => {
  const eve = await at.market.signUp('list_hurried');
  const id = await makeWith(eve, '1 Charizard');
  await Promise.all([buy(eve, 'base1-4', { price: usd(600) }), buy(eve, 'base1-4', { price: usd(601) })]);
  expect(await got(id, eve)).toEqual([['Charizard', 1, 1]]);
});
