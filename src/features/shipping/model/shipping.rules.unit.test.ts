import { expect, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import { destinationsOf, firstFigures, methodsTo, type ShippingMethod, trackedFrom } from './shipping.rules.ts';

const method = (destination: string, name: string, currency: 'EUR' | 'USD' = 'EUR'): ShippingMethod => ({
  destination,
  name,
  tracked: false,
  maxCards: null,
  maxSlabs: null,
  maxGrams: null,
  maxValue: null,
  price: money(100, currency),
  freeFrom: null,
  needsPhone: false,
});

test('the most exact destination with methods in the currency of the order decides', () => {
  const table = [method('world', 'w'), method('EU', 'e'), method('FR', 'f'), method('DE', 'd', 'USD')];
  const namesTo = (country: string) => methodsTo(table, country, 'EUR').map(({ name }) => name);
  expect(['FR', 'DE', 'CH', 'US'].map(namesTo)).toEqual([['f'], ['e'], ['w'], ['w']]);
  expect(methodsTo(table, 'DE', 'USD').map(({ name }) => name)).toEqual(['d']);
  expect(methodsTo(table, 'FR', 'USD')).toEqual([]);
  expect(methodsTo([method('EU', 'e')], 'GB', 'EUR')).toEqual([]);
  expect(destinationsOf('GB')).toEqual(['GB', 'world']);
});

test('new sellers and sellers with many losses ship with tracking from a lower value', () => {
  const from = (deliveredOrders: number, parcels: number, lostParcels: number) =>
    trackedFrom(firstFigures, { deliveredOrders, parcels, lostParcels });
  expect([from(9, 9, 0), from(10, 10, 0)]).toEqual([1_000, 2_500]);
  // 1 of 19 is too few parcels to count; 1 of 20 is 5%; 2 of 100 are 2% and not more.
  expect([from(19, 19, 1), from(20, 20, 1), from(100, 100, 2), from(100, 100, 3)]).toEqual([
    2_500, 1_000, 2_500, 1_000,
  ]);
});
