import { expect, test } from 'vitest';
import { editListing, pauseListing, resumeListing } from '#features/listings/index.server.ts';
import { premium } from '#features/listings/testing.ts';
import { buyPlaced, passTime, pay } from '#features/orders/testing.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMember } from '#testing/server.ts';
import { alertMarket, usd } from '../alerts.testing.ts';

const { at, list, mails, titles } = alertMarket();

const heart = async (as: TestMember, id: string) => {
  expect((await at.market.request('PUT', `/api/favorites/${id}`, { as })).status).toBe(200);
  await at.market.runJobs();
};
const post = (amount: number) => [{ name: 'Letter', price: usd(amount), tracked: false }];

test('a favourite that costs less, with postage, is notified once for each new lowest price', async () => {
  const ann = await at.market.signUp('fav_price');
  const { id, title } = await list('base1-58', { price: usd(1_000), shipping: post(100) });
  await heart(ann, id);
  const price = async (amount: number, postage: number) => {
    await editListing(at.market.platform, actorOf(at.ben), id, { price: usd(amount), shipping: post(postage) });
    await at.market.advance(10 * minuteMs);
  };
  await price(900, 250);
  await price(1_050, 50);
  expect(await titles(ann)).toEqual([]);
  await price(950, 100);
  expect([await titles(ann), await mails(ann)]).toMatchObject([
    [`Price lowered: ${title}`],
    [{ subject: `Price lowered: ${title}`, text: expect.stringContaining('$10.50 incl. shipping') }],
  ]);
  await price(1_000, 100);
  await price(960, 100);
  expect(await mails(ann)).toHaveLength(1);
  await price(940, 100);
  expect(await mails(ann)).toHaveLength(2);
});

test('a favourite that returns, is sold or ends soon is notified; a former favourite is not', async () => {
  const [ann, eve, buyer] = [
    await at.market.signUp('fav_back'),
    await at.market.signUp('fav_dropped'),
    await at.market.signUp('fav_buyer'),
  ];
  const { id, title } = await list('base1-4', { price: usd(1_500), shipping: post(100) });
  await heart(ann, id);
  await heart(eve, id);
  await at.market.request('DELETE', `/api/favorites/${id}`, { as: eve });
  await pauseListing(at.market.platform, actorOf(at.ben), id);
  await at.market.runJobs();
  expect(await titles(ann)).toEqual([]);
  await resumeListing(at.market.platform, actorOf(at.ben), id);
  await at.market.runJobs();
  expect(await titles(ann)).toEqual([`For sale again: ${title}`]);
  const sale = await buyPlaced(at.market, buyer, id);
  await pay(sale.checkoutUrl);
  await passTime(at.market);
  await at.market.advance(10 * minuteMs);
  expect((await titles(ann)).sort()).toEqual([`For sale again: ${title}`, `Sold: ${title}`]);
  expect([await titles(eve), await mails(eve)]).toEqual([[], []]);
  // A member who marks it again now knows that it is sold.
  await heart(eve, id);
  expect(await titles(eve)).toEqual([]);
});

test('a favourite that ends soon is notified before its end, once; daily favourites wait for the email of the day', async () => {
  const ann = await at.market.signUp('fav_ends');
  const free = await at.market.signUp('fav_seller');
  const { id, title } = await list('base1-58', { price: usd(700) }, free);
  await heart(ann, id);
  await at.market.advance(34 * hourMs);
  expect(await titles(ann)).toEqual([]);
  await at.market.advance(3 * hourMs);
  expect(await titles(ann)).toEqual([`Ends soon: ${title}`]);
  await at.market.advance(3 * hourMs);
  expect(await mails(ann)).toHaveLength(1);
});

test('the page sets the frequency of favourites; two updates of a day are one email', async () => {
  const [ann, dora] = [
    await at.market.signUp('fav_daily'),
    await premium(at.market, await at.market.signUp('fav_shop')),
  ];
  await at.market.platform.pool.query("insert into alert_choice (member_id, favourites) values ($1, 'daily')", [
    ann.id,
  ]);
  const made = [await list('base1-4', { price: usd(800) }, dora), await list('base1-58', { price: usd(800) }, dora)];
  for (const { id } of made) await heart(ann, id);
  for (const { id } of made) await editListing(at.market.platform, actorOf(dora), id, { price: usd(500) });
  await at.market.runJobs();
  expect([await titles(ann), await mails(ann)]).toEqual([[], []]);
  await at.market.advance(dayMs);
  expect([await titles(ann), await mails(ann)]).toMatchObject([
    { length: 2 },
    [{ subject: '2 updates from your alerts' }],
  ]);
});
