import { money } from '#kernel/numbers/money.ts';
import { type ShippingMethod, world } from './shipping.rules.ts';

const method = {
  destination: world,
  tracked: true,
  maxCards: null,
  maxSlabs: null,
  maxGrams: null,
  maxValue: null,
  freeFrom: null,
  needsPhone: false,
};

/** What sellers start from until the host saves a table of their own. */
export const firstTable: readonly ShippingMethod[] = [
  {
    ...method,
    name: 'Letter',
    tracked: false,
    maxCards: 20,
    maxSlabs: 0,
    maxValue: 2_500,
    price: money(200, 'USD'),
  },
  { ...method, name: 'Tracked letter', maxCards: 40, maxSlabs: 2, price: money(500, 'USD') },
  { ...method, name: 'Tracked parcel', price: money(1_500, 'USD') },
];
