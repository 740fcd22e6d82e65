import { expect, test } from 'vitest';
import { bankPayoutStatuses, isLater, statusOf } from './bank-payout.rules.ts';

test('a status never goes back, in any order of readings', () => {
  const after = (first: string, second: string) => {
    const [known, read] = [statusOf(first), statusOf(second)];
    return isLater(known, read) ? read : known;
  };
  for (const one of bankPayoutStatuses)
    for (const other of bankPayoutStatuses) {
      const isEnd = (status: string) => status === 'failed' || status === 'canceled';
      if (!isEnd(one) || !isEnd(other)) expect(after(one, other)).toBe(after(other, one));
    }
  expect(after('paid', 'failed')).toBe('failed');
  expect(after('failed', 'in_transit')).toBe('failed');
});

test('a status that is not known is under way', () => {
  expect(statusOf('held_by_moon')).toBe('pending');
});
