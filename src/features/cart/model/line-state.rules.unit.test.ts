import { expect, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import { buyableCopies, lineState, stateSentence, type Wished } from './line-state.rules.ts';

const five = money(500, 'USD');
const wish = { quantity: 2, seen: five };
const buyer = {
  id: 'buyer',
  blocked: new Set(['blocked']),
  salesBlocks: new Set(['not paid yet']),
  unpaid: new Map([['reserved for me', 'purchase']]),
};
const listing: Wished = {
  id: 'listing',
  status: 'active',
  quantityAvailable: 3,
  price: five,
  sellerAway: null,
  seller: { id: 'seller' },
};
const away = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-12T00:00:00.000Z', note: null };

test.each<[string, Partial<Wished>, number, string | null]>([
  ['unchanged', {}, 2, null],
  ['price_up', { price: money(501, 'USD') }, 2, 'The price went up. It was $5.00 when you added it.'],
  ['price_down', { price: money(499, 'USD') }, 2, 'The price dropped. It was $5.00 when you added it.'],
  ['only_left', { quantityAvailable: 1 }, 1, 'Only 1 copy is left.'],
  ['currency_changed', { price: money(500, 'EUR') }, 2, 'The price is now in EUR. It was $5.00 when you added it.'],
  ['sold', { status: 'sold', quantityAvailable: 0 }, 0, 'This card is sold.'],
  [
    'reserved',
    { status: 'reserved', quantityAvailable: 0 },
    0,
    'This card is reserved in an unpaid order. It’s available again if that order isn’t paid.',
  ],
  [
    'in_purchase',
    { id: 'reserved for me' },
    0,
    'You’ve reserved this card in an unpaid purchase. Pay or cancel that purchase.',
  ],
  ['not_for_sale', { status: 'paused' }, 0, 'This card isn’t for sale right now.'],
  ['not_for_sale', { status: 'expired' }, 0, 'This card isn’t for sale right now.'],
  ['seller_away', { sellerAway: away }, 0, 'The seller is on vacation until 12 Nov 2026.'],
  [
    'sales_blocked',
    { seller: { id: 'not paid yet' } },
    0,
    'You can’t buy from this seller until they finish setting up payouts.',
  ],
  ['own', { seller: { id: 'buyer' } }, 0, 'This is your own listing. You can’t buy it.'],
  ['blocked', { seller: { id: 'blocked' } }, 0, 'You and this seller can’t trade with each other.'],
])('a line is %s', (state, now, copies, sentence) => {
  const found = { ...listing, ...now };
  expect(lineState(wish, found, buyer)).toBe(state);
  expect(buyableCopies(lineState(wish, found, buyer), wish, found)).toBe(copies);
  expect(stateSentence(lineState(wish, found, buyer), wish, found)).toBe(sentence);
});

test('a line whose listing says something else is changed, whatever else changed that can be bought', () => {
  const changed = { ...wish, isChanged: true };
  expect(lineState(changed, listing, buyer)).toBe('changed');
  expect(lineState(changed, { ...listing, quantityAvailable: 1, price: money(900, 'USD') }, buyer)).toBe('changed');
  expect(lineState(changed, { ...listing, quantityAvailable: 0 }, buyer)).toBe('reserved');
  expect(buyableCopies('changed', wish, listing)).toBe(2);
  expect(stateSentence('changed', wish, listing)).toBe('The seller changed this listing after you added it.');
});

test('what keeps a line from being bought is said before how many are left and what they cost', () => {
  const worst = { ...listing, quantityAvailable: 1, price: money(900, 'USD'), sellerAway: away };
  expect(lineState(wish, worst, buyer)).toBe('seller_away');
  expect(lineState(wish, { ...worst, sellerAway: null }, buyer)).toBe('only_left');
  expect(lineState(wish, { ...worst, status: 'sold' }, buyer)).toBe('sold');
  expect(lineState(wish, { ...worst, seller: { id: 'blocked' }, status: 'sold' }, buyer)).toBe('blocked');
});

test('a visitor has neither listings of their own nor blocks', () => {
  expect(
    lineState(
      wish,
      { ...listing, seller: { id: 'blocked' } },
      { id: null, blocked: new Set(), salesBlocks: new Set() },
    ),
  ).toBe('unchanged');
});
