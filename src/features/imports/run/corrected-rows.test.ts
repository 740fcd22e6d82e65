import { expect, test } from 'vitest';
import { actorOf } from '#testing/actor.ts';
import type { TestMember } from '#testing/server.ts';
import { header, importsMarket, rowOf, stock } from '../imports.testing.ts';
import { changeRows } from './change-rows.server.ts';

const { at, bring, premium, see } = importsMarket();
/** Its condition and the language after it are unreadable. */
const unreadable = `${header}\n1,Pokemon,Base Set,Pikachu,058/102,Common,Near Mint - Elvish,1,9.00`;
const brought = async (): Promise<string> => (await bring(unreadable)).body.id;
const first = async (id: string) => rowOf((await see(id)).body.rows, 1);
const correct = async (id: string, body: object) =>
  (await at.market.request('PUT', `/api/listings/import/${id}/rows/1`, { as: at.shop, body })).status;

test('a corrected value is asked for once', async () => {
  const id = await brought();
  const asked = (await first(id))?.unread ?? [];
  expect(asked).not.toEqual([]);
  const price = { amount: 250, currency: 'USD' };
  expect(await correct(id, { price })).toBe(422);
  expect(await correct(id, { condition: 'good', language: 'de' })).toBe(200);
  expect(await first(id)).toMatchObject({ status: 'sure', unread: [], notes: [], language: 'de' });
  expect(await correct(id, { price })).toBe(200);
});

test('values for many rows make them ready as a row’s own form does, and end an earlier outcome', async () => {
  const id = await brought();
  await at.market.platform.pool.query("update stock_import_row set outcome = 'no_condition' where import_id = $1", [
    id,
  ]);
  await changeRows(at.market.platform, actorOf(at.shop), id, { rows: 'all', condition: 'good', language: 'de' });
  expect(await first(id)).toMatchObject({ status: 'sure', unread: [], notes: [], outcome: null });
});

test('a change says how many rows it changed, and which keep their price or shipping, and why', async () => {
  const { id } = (await bring(stock)).body;
  const change = (input: Omit<Parameters<typeof changeRows>[3], 'rows'>, rows: 'all' | number[] = 'all') =>
    changeRows(at.market.platform, actorOf(at.shop), id, { rows, ...input });
  const euros = { amount: 500, currency: 'EUR' as const };
  await change({ price: { do: 'price', price: euros } }, [1, 2]);
  const shipping = { name: 'Letter', price: { amount: 120, currency: 'EUR' as const }, tracked: false };
  expect(await change({ shipping })).toEqual({ changed: 2, withoutPrice: new Map(), withoutShipping: 3 });
  const market = { do: 'market', percent: 0, floor: euros, aboveCost: false, mostPercent: null } as const;
  const kept = await change({ price: market });
  expect([kept.changed, [...kept.withoutPrice]]).toEqual([
    0,
    expect.arrayContaining([
      ['There are no sales in 365 days, so there is no market price.', 2],
      ['The price is in USD. The minimum price is in EUR.', 1],
    ]),
  ]);
  const cheaper = { do: 'amount', amount: { amount: -900, currency: 'USD' }, floor: null } as const;
  expect((await change({ price: cheaper })).withoutPrice).toEqual(
    new Map([
      ['The price is in EUR. The change is in USD.', 2],
      ['The new price would be below the minimum.', 1],
    ]),
  );
});

test('new prices for many rows require premium, other values do not, and another seller finds no import', async () => {
  const shop = await premium();
  const { id } = (await bring(stock, shop)).body;
  const change = (by: TestMember, input: Omit<Parameters<typeof changeRows>[3], 'rows'>) =>
    changeRows(at.market.platform, actorOf(by), id, { rows: 'all', ...input });
  await expect(change(at.shop, { condition: 'good' })).rejects.toMatchObject({ status: 404 });
  await at.market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [shop.id]);
  const price = { do: 'market', percent: 0, floor: null, aboveCost: false, mostPercent: null } as const;
  await expect(change(shop, { price })).rejects.toMatchObject({ status: 403, code: 'tier_limit' });
  expect((await change(shop, { condition: 'good' })).changed).toBe(5);
});

test('rows of a seller with a shipping table lack no method', async () => {
  const { id } = (await bring(stock)).body;
  const lacking = async () =>
    (await at.market.request('GET', `/api/listings/import/${id}`, { as: at.shop })).body.progress.withoutShipping;
  expect(await lacking()).toBeGreaterThan(0);
  const method = {
    destination: 'world',
    name: 'Letter',
    tracked: false,
    price: { amount: 150, currency: 'USD' },
  };
  const table = { version: 0, sendsFrom: 'FR', shipDays: 2, methods: [method] };
  expect((await at.market.request('PUT', '/api/shipping', { as: at.shop, body: table })).status).toBe(200);
  expect(await lacking()).toBe(0);
});
