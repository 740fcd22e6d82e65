import { expect, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import { quoteShipping } from './quote.rules.ts';
import { firstFigures, type SellerRecord, type ShippedItem, type ShippingMethod } from './shipping.rules.ts';

const letter: ShippingMethod = {
  destination: 'FR',
  name: 'Letter',
  tracked: false,
  maxCards: 20,
  maxSlabs: 0,
  maxGrams: 100,
  maxValue: 5_000,
  price: money(150, 'EUR'),
  freeFrom: null,
  needsPhone: false,
};
const tracked: ShippingMethod = {
  ...letter,
  name: 'Tracked',
  tracked: true,
  maxSlabs: 2,
  maxGrams: 500,
  price: money(450, 'EUR'),
};
const known: SellerRecord = { deliveredOrders: 50, parcels: 50, lostParcels: 0 };
const cards = (count: number, value = 100): ShippedItem[] => [{ isSlab: false, value, quantity: count }];
const slab = (value = 100): ShippedItem => ({ isSlab: true, value, quantity: 1 });

const quote = (
  items: ShippedItem[],
  { table = [tracked, letter], country = 'FR' as string | null, seller = known } = {},
) => quoteShipping(table, { items, currency: 'EUR', country, seller }, firstFigures);
const namesOf = (result: ReturnType<typeof quote>) =>
  result.kind === 'methods' ? result.methods.map(({ method }) => method.name) : result.kind;

test('methods that fit are offered, the cheapest first; of one price the tracked one', () => {
  expect(namesOf(quote(cards(1)))).toEqual(['Letter', 'Tracked']);
  expect(namesOf(quote(cards(1), { table: [letter, { ...tracked, price: letter.price }] }))).toEqual([
    'Tracked',
    'Letter',
  ]);
  expect(namesOf(quote([slab()]))).toEqual(['Tracked']);
});

test.each([
  ['cards', { maxCards: 2 }, cards(2), cards(3)],
  ['slabs', { maxSlabs: 1 }, [slab()], [slab(), slab()]],
  ['grams', { maxGrams: 152 }, [slab(), ...cards(1)], [slab(), ...cards(2)]],
  ['value', { maxValue: 1_000 }, cards(2, 500), cards(2, 501)],
] as const)('a limit of %s is kept to the last unit', (_, limit, fitting, tooMuch) => {
  const table = [{ ...tracked, maxCards: null, maxSlabs: null, maxGrams: null, maxValue: null, ...limit }];
  expect(namesOf(quote([...fitting], { table }))).toEqual(['Tracked']);
  expect(quote([...tooMuch], { table }).kind).toBe('two_parcels');
});

test('from the value of the host only tracked methods are offered; for a new seller from a lower one', () => {
  expect([2_499, 2_500].map((value) => namesOf(quote(cards(1, value))))).toEqual([['Letter', 'Tracked'], ['Tracked']]);
  const seller = { ...known, deliveredOrders: 9 };
  expect(namesOf(quote(cards(1, 1_000), { seller }))).toEqual(['Tracked']);
  expect(quote(cards(1, 2_500), { table: [letter] }).kind).toBe('contact_seller');
});

test('shipping is free from the amount of the method', () => {
  const table = [{ ...letter, freeFrom: 2_000 }];
  const prices = [1_999, 2_000].map((value) => {
    const result = quote(cards(1, value), { table });
    return result.kind === 'methods' && result.methods[0]?.price.amount;
  });
  expect(prices).toEqual([150, 0]);
});

test('what fits no method is shipped in two parcels of two prices, and no copy is lost', () => {
  const items = [...cards(25, 10), slab(500)];
  const result = quote(items);
  if (result.kind !== 'two_parcels') throw new Error(result.kind);
  expect(result.parcels.map(({ method, price, copies }) => [method.name, price.amount, copies])).toEqual([
    ['Tracked', 450, 21],
    ['Letter', 150, 5],
  ]);
  expect(result.price).toEqual(money(600, 'EUR'));
});

test('two parcels of a valuable order are both tracked', () => {
  const result = quote(cards(30, 100));
  if (result.kind !== 'two_parcels') throw new Error(result.kind);
  expect(result.parcels.map(({ method }) => method.name)).toEqual(['Tracked', 'Tracked']);
});

test('buyer and seller agree where two parcels are too few, or nothing is shipped to the country', () => {
  expect(quote(cards(41)).kind).toBe('contact_seller');
  expect(quote(cards(1), { country: 'DE' }).kind).toBe('contact_seller');
  expect(quote(cards(1), { table: [] }).kind).toBe('contact_seller');
});

test('without a country the cheapest destination is quoted', () => {
  const table = [letter, { ...letter, destination: 'world', price: money(90, 'EUR') }, tracked];
  const result = quote(cards(1), { table, country: null });
  expect(result.kind === 'methods' && result.methods.map(({ price }) => price.amount)).toEqual([90]);
  expect(quote(cards(1), { table: [], country: null }).kind).toBe('contact_seller');
});

test('the amount that is missing to free shipping counts only methods that such an order can be shipped by', () => {
  const missing = (freeFrom: number, method = letter) => {
    const result = quote(cards(1, 500), { table: [{ ...method, freeFrom }] });
    return result.kind === 'methods' && (result.missingToFree?.amount ?? null);
  };
  expect([missing(2_000), missing(2_500), missing(500)]).toEqual([1_500, null, null]);
  expect(missing(2_500, tracked)).toBe(2_000);
});

test('a quote says from which value tracking is required, where that leaves out methods', () => {
  expect(quote(cards(1, 2_500)).trackedFrom).toEqual(money(2_500, 'EUR'));
  expect(quote(cards(1, 2_500), { table: [letter] }).trackedFrom).toEqual(money(2_500, 'EUR'));
  expect(quote(cards(1, 2_500), { table: [tracked] }).trackedFrom).toBeNull();
  expect(quote(cards(1, 2_499)).trackedFrom).toBeNull();
});
