import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { Address } from './contract.ts';

/** The address book over HTTP. */
let market: TestMarket;
let member: TestMember;
let other: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [member, other] = [await market.signUp(), await market.signUp()];
}, 120_000);
afterAll(() => market?.close());

const home = { name: 'Ada Byron', line1: '12 Rue de Rivoli', city: 'Paris', postalCode: '75001', country: 'FR' };
const add = (as: TestMember, fields: object = {}) =>
  market.request('POST', '/api/addresses', { as, body: { ...home, ...fields } });
const change = (as: TestMember, id: string, body: object) =>
  market.request('PATCH', `/api/addresses/${id}`, { as, body });
const remove = (as: TestMember, id: string) => market.request('DELETE', `/api/addresses/${id}`, { as });
const book = async (as: TestMember): Promise<Address[]> =>
  (await market.request('GET', '/api/addresses', { as })).body.items;

test('the first address is the default; there is always one default, and the newest follows a deleted one', async () => {
  const as = await market.signUp();
  const first = await add(as);
  expect(first).toMatchObject({
    status: 201,
    body: {
      ...home,
      isDefault: true,
      version: 1,
      warnings: [],
      lines: ['Ada Byron', '12 Rue de Rivoli', '75001 Paris'],
    },
  });
  const second = (await add(as, { name: 'Second' })).body;
  const third = (await add(as, { name: 'Third', isDefault: true })).body;
  expect((await book(as)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Third', true],
    ['Second', false],
    ['Ada Byron', false],
  ]);
  expect((await change(as, first.body.id, { isDefault: true })).body.isDefault).toBe(true);
  expect((await change(as, first.body.id, { isDefault: false })).status).toBe(422);
  expect((await remove(as, first.body.id)).status).toBe(204);
  expect((await book(as)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [third.id, true],
    [second.id, false],
  ]);
});

test('a change keeps what is not sent, and refuses an older version', async () => {
  const { id, version } = (await add(member)).body;
  expect((await change(member, id, { city: 'Lyon', postalCode: '69001', version })).body).toMatchObject({
    ...home,
    city: 'Lyon',
    postalCode: '69001',
    version: 2,
  });
  expect(await change(member, id, { name: 'Late', version })).toMatchObject({
    status: 409,
    body: { code: 'version_changed', version: 2 },
  });
});

test('another member’s address is unknown, and a visitor has none', async () => {
  const { id } = (await add(member)).body;
  expect((await change(other, id, { name: 'Mine' })).status).toBe(404);
  expect((await remove(other, id)).status).toBe(404);
  expect((await remove(member, 'unknown')).status).toBe(404);
  expect((await market.request('GET', '/api/addresses')).status).toBe(401);
  expect(await book(other)).toEqual([]);
});

test('required fields follow the country; an unusual postal code is a warning', async () => {
  const errors = async (fields: object) => (await add(other, fields)).body.errors;
  expect(await errors({ city: '' })).toEqual({ city: 'Enter a city.' });
  expect(Object.keys(await errors({ country: 'US', postalCode: '10001' }))).toEqual(['state']);
  expect(Object.keys(await errors({ country: 'EU', name: ' ' }))).toEqual(['name', 'country']);
  expect(Object.keys(await errors({ phone: '12' }))).toEqual(['phone']);
  const saved = await add(other, { postalCode: '7500', phone: '01 42 60 38 30' });
  expect(saved).toMatchObject({ status: 201, body: { phone: '+33142603830' } });
  expect(saved.body.warnings).toEqual(['The postal code 7500 is unusual for France. Check it.']);
  const without = (await add(other, { postalCode: null })).body;
  expect(without.warnings).toEqual(['Addresses in France usually have a postal code. Check yours.']);
  // A country that the library of postal codes doesn't know.
  expect((await add(other, { country: 'XK', postalCode: '10000' })).body.warnings).toEqual([]);
  // Addresses in Singapore have no city.
  expect((await add(other, { country: 'SG', postalCode: '546080' })).body).toMatchObject({ city: null, warnings: [] });
});

test('a book has at most 10 addresses, also when they are added at once', async () => {
  const as = await market.signUp();
  const answers = await Promise.all(Array.from({ length: 12 }, () => add(as)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_addresses');
  expect((await book(as)).filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

const page = (path: string, as: TestMember) => market.request<string>('GET', path, { as });
const post = (path: string, as: TestMember, fields: Record<string, string>) =>
  market.request<string>('POST', path, {
    as,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

test('the pages add, change and delete an address without script', async () => {
  const as = await market.signUp();
  const refused = await post('/settings/addresses', as, { ...home, country: 'US', postalCode: '10001' });
  expect([
    refused.status,
    refused.body.includes('ZIP code'),
    refused.body.includes('Enter a state or province.'),
  ]).toEqual([422, true, true]);
  const added = await post('/settings/addresses', as, { ...home, postalCode: '7500' });
  expect(added.body).toContain('Address added');
  expect(added.body).toContain('7500 Paris\nFrance');
  expect(added.body).toContain('The postal code 7500 is unusual for France.');
  const id = (await book(as))[0]?.id;
  const path = `/settings/addresses/${id}`;
  const edit = (await page(path, as)).body;
  expect(edit.indexOf('name="postalCode"')).toBeLessThan(edit.indexOf('name="city"'));
  expect((await post(path, as, { ...home, name: 'New name', version: '1' })).status).toBe(302);
  expect((await book(as))[0]).toMatchObject({ name: 'New name', postalCode: '75001', version: 2 });
  expect((await post(path, as, { ...home, version: '1' })).status).toBe(409);
  expect((await page(path, other)).status).toBe(404);
  expect((await post(path, as, { intent: 'delete' })).status).toBe(302);
  expect(await book(as)).toEqual([]);
});
