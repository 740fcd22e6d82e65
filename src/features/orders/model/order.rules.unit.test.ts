import { expect, test } from 'vitest';
import { sellersShare } from './order.rules.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const sale = {
  fee: usd(471),
  totals: { total: usd(4_200) },
  refunded: null,
  status: 'paid',
  paidAt: '2026-03-01T12:00:00Z',
};

test.each([
  ['a sale', {}, [471, 3_729]],
  ['one of which a part went back', { refunded: usd(4_000) }, [200, 0]],
  ['one that went back whole', { refunded: usd(4_200) }, null],
  ['one that nobody has paid yet', { status: 'pending_payment', paidAt: null }, [471, 3_729]],
  ['one that was called off unpaid', { status: 'canceled', paidAt: null }, null],
  ['one that was called off when it was paid, and nothing has gone back', { status: 'canceled' }, [471, 3_729]],
  ['one of a market without a fee', { fee: null }, null],
])('the market takes nothing of what went back or was never paid, and no more than was kept: %s', (_, change, expected) => {
  const share = sellersShare({ ...sale, ...change });
  expect(share && [share.fee.amount, share.left.amount]).toEqual(expected);
});
