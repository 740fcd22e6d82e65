import { expect, test } from 'vitest';
import { coverOfDispute } from './chargeback.rules.ts';

const order = { status: 'completed', trackingNumber: 'JD0146', isSelfBought: false } as const;
const fraud = { reason: 'fraudulent', amount: 3_000 };

test.each([
  ['tracked, completed, fraud', order, fraud, 2_000, 2_000],
  ['less than the figure', order, { ...fraud, amount: 500 }, 2_000, 500],
  ['tracked and delivered', { ...order, status: 'delivered' as const }, fraud, 9_999, 3_000],
  ['without a figure', order, fraud, 0, 0],
  ['not tracked', { ...order, trackingNumber: null }, fraud, 2_000, 0],
  ['not delivered', { ...order, status: 'shipped' as const }, fraud, 2_000, 0],
  ['bought from oneself', { ...order, isSelfBought: true }, fraud, 2_000, 0],
  ['another reason', order, { ...fraud, reason: 'product_not_received' }, 2_000, 0],
])('seller protection covers fraud about tracked and delivered orders: %s', (_, disputed, dispute, fraudCover, covered) => {
  expect(coverOfDispute(disputed, dispute, { fraudCover })).toBe(covered);
});
