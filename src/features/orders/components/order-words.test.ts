import { expect, test } from 'vitest';
import type { OrderStatus } from '../order.process.ts';
import { historyLines } from './order-words.ts';

test('a line of the history is titled by what happened, not by the state that the order was in', () => {
  const entry = (status: OrderStatus, note: string | null = null) => ({ status, note });
  const history = [
    entry('pending_payment'),
    entry('paid'),
    entry('awaiting_shipping'),
    entry('awaiting_shipping', 'The buyer’s bank asks for $5.00 back.'),
    entry('awaiting_shipping', 'The buyer’s bank does not ask for $5.00 back any more.'),
    entry('shipped'),
    entry('disputed', 'It is damaged'),
    entry('refunded', 'The photos show the bend.'),
    entry('refunded'),
  ];
  expect(historyLines(history).map(({ title, note, hasMoved }) => [title, note, hasMoved])).toEqual([
    ['Ordered', null, true],
    ['Paid', null, true],
    ['Ready to be sent', null, true],
    ['The buyer’s bank asks for $5.00 back', null, false],
    ['The buyer’s bank does not ask for $5.00 back any more', null, false],
    ['Sent', null, true],
    ['Problem reported', 'It is damaged', true],
    ['Refunded', 'The photos show the bend.', true],
    ['Refunded', null, false],
  ]);
});
