import { expect, test } from 'vitest';
import { firstFigures } from '#features/shipping/words.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { orderTimes } from '../model/order.times.ts';
import { coverOfLoss, reportMissingFrom } from './arrival.rules.ts';

const shippedAt = new Date('2026-12-01T12:00:00Z');

test.each([
  ['tracked, same country', 'JD1', 'DE', 'DE', 10],
  ['tracked, another country', 'JD1', 'DE', 'FR', 17],
  ['not tracked, same country', null, 'DE', 'DE', 14],
  ['not tracked, another country', null, 'DE', 'FR', 21],
  ['a country that is not known', null, null, null, 21],
])('an order can be reported as not arrived after days: %s', (_, trackingNumber, from, to, days) => {
  const parcel = { shippedAt, trackingNumber, from, to };
  expect(reportMissingFrom(parcel, firstFigures)).toEqual(addMs(shippedAt, days * dayMs));
});

test('the longest wait of the figures ends before an order without a report is completed', () => {
  const parcel = { shippedAt, trackingNumber: null, from: 'DE', to: 'JP' };
  const longest = reportMissingFrom(parcel, { ...firstFigures, untrackedAbroadDays: 21 });
  const assumed = addMs(shippedAt, orderTimes.assumeDeliveredMs);
  expect(longest <= assumed && assumed < addMs(assumed, orderTimes.completeMs)).toBe(true);
});

test.each([
  ['the buyer chose no tracking', { shippingTracked: false, trackingNumber: null }, 500],
  ['the buyer paid for tracking, and there is none', { shippingTracked: true, trackingNumber: null }, 0],
  ['it has a tracking number', { shippingTracked: false, trackingNumber: 'JD1' }, 0],
])('the market bears a loss at most up to its figure: %s', (_, order, covered) => {
  expect(coverOfLoss(order, 1_299, { untrackedCover: 500 })).toBe(covered);
  expect(coverOfLoss(order, 300, { untrackedCover: 500 })).toBe(Math.min(covered, 300));
  expect(coverOfLoss(order, 300, { untrackedCover: 0 })).toBe(0);
});
