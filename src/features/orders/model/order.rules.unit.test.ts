import { expect, test } from 'vitest';
import { newId } from '#kernel/ids.ts';
import { orderNumber, readOrderNumber } from './order.number.ts';
import { sellersShare } from './order.rules.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' as const });
const sale = {
  fee: usd(471),
  totals: { total: usd(4_200) },
  refunded: null,
  covered: null,
  status: 'paid',
  paidAt: '2026-03-01T12:00:00Z',
};

test.each([
  ['a sale', {}, [471, 3_729]],
  ['one of which a part went back', { refunded: usd(4_000) }, [200, 0]],
  ['one that went back, and the market bears a part', { refunded: usd(4_200), covered: usd(1_000) }, [471, 529]],
  ['one that went back whole', { refunded: usd(4_200) }, null],
  ['one that nobody has paid yet', { status: 'pending_payment', paidAt: null }, [471, 3_729]],
  ['one that was called off unpaid', { status: 'canceled', paidAt: null }, null],
  ['one that was called off when it was paid, and nothing has gone back', { status: 'canceled' }, [471, 3_729]],
  ['one of a market without a fee', { fee: null }, null],
])('the market takes nothing of what went back or was never paid, and no more than was kept: %s', (_, change, expected) => {
  const share = sellersShare({ ...sale, ...change });
  expect(share && [share.fee.amount, share.left.amount]).toEqual(expected);
});

test('an order number is the end of the id, and is read in every way in which people type it', () => {
  const id = '1m8d2mmemttgjczczt2d';
  expect(orderNumber(id)).toBe('JCZCZT2D');
  for (const typed of ['JCZCZT2D', ' jczczt2d ', '#JCZCZT2D', 'Order JCZCZT2D', 'order #jczczt2d', id])
    expect(readOrderNumber(typed), typed).toBe('JCZCZT2D');
  expect(readOrderNumber('O1IL0ABC')).toBe('01110ABC');
  for (const typed of ['', 'Charizard', 'JCZCZT2', 'JCZCZT2DX', 'JCZC-T2D', 'UUUUUUUU', 'Order'])
    expect(readOrderNumber(typed), typed).toBeNull();
  for (let n = 0; n < 50; n++) {
    const made = newId();
    expect(readOrderNumber(orderNumber(made))).toBe(orderNumber(made));
  }
});
