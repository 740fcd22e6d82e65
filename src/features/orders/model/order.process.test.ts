import { expect, test } from 'vitest';
import {
  mayMove,
  type OrderMover,
  type OrderStatus,
  type OrderVerb,
  orderMovers,
  orderStatuses,
  orderTimers,
  orderTransitions,
} from './order.process.ts';
import { chooseShipping, totalsOf } from './order.rules.ts';
import { orderTimes } from './order.times.ts';

const now = new Date('2026-11-20T12:00:00Z');
const longAgo = new Date(0);
const reachable = (from: OrderStatus) =>
  orderTransitions.filter((transition) => transition.from.includes(from)).map((transition) => transition.to);

test('[ST-15] an order goes from payment to completion, and every state can be reached', () => {
  const path: [OrderVerb, OrderMover][] = [
    ['pay', 'stripe'],
    ['hand_over', 'timer'],
    ['ship', 'seller'],
    ['deliver', 'buyer'],
    ['complete', 'timer'],
  ];
  let status: OrderStatus = 'pending_payment';
  const seen: OrderStatus[] = [status];
  for (const [verb, by] of path) {
    const answer = mayMove(verb, by, { status, statusSince: longAgo }, now);
    if (!('transition' in answer)) throw new Error(`${verb} by ${by} from ${status}: ${answer.refused}`);
    status = answer.transition.to;
    seen.push(status);
  }
  expect(seen).toEqual(['pending_payment', 'paid', 'awaiting_shipping', 'shipped', 'delivered', 'completed']);
  const all = new Set<OrderStatus>(['pending_payment']);
  for (const from of all) for (const to of reachable(from)) all.add(to);
  expect([...all].sort()).toEqual([...orderStatuses].sort());
});

test('[ST-15] what ended stays ended: only late money leads out of canceled, nothing out of completed and refunded', () => {
  expect(reachable('completed')).toEqual([]);
  expect(reachable('refunded')).toEqual([]);
  expect(
    orderTransitions.filter((transition) => transition.from.includes('canceled')).map(({ verb, by }) => [verb, by]),
  ).toEqual([['pay_late', ['stripe']]]);
});

test('[ST-15] only money makes an order paid, only the seller sends, only the buyer disputes', () => {
  const may = (verb: OrderVerb) =>
    orderMovers.filter((by) =>
      orderStatuses.some((status) => 'transition' in mayMove(verb, by, { status, statusSince: longAgo }, now)),
    );
  expect(may('pay')).toEqual(['stripe']);
  expect(may('pay_late')).toEqual(['stripe']);
  expect(may('ship')).toEqual(['seller']);
  expect(may('dispute')).toEqual(['buyer']);
  expect(may('deliver')).toEqual(['buyer', 'timer']);
  // The timer: an order was reported as not received, and the two sides did not agree.
  expect(may('refund')).toEqual(['seller', 'timer', 'stripe', 'operator']);
  // The timer: a seller who does not answer a request to cancel has agreed.
  expect(may('cancel')).toEqual(['buyer', 'seller', 'timer']);
});

test('[ST-15] a buyer waits for the seller no longer than the time to send', () => {
  const order = {
    status: 'awaiting_shipping' as const,
    statusSince: new Date(now.getTime() - orderTimes.shipWithinMs + 1),
  };
  expect(mayMove('cancel', 'buyer', order, now)).toEqual({ refused: 'too_early', from: new Date(now.getTime() + 1) });
  expect(mayMove('dispute', 'buyer', order, now)).toMatchObject({ refused: 'too_early' });
  expect(mayMove('cancel', 'buyer', order, new Date(now.getTime() + 1))).toHaveProperty('transition');
  expect(mayMove('ship', 'buyer', order, now)).toEqual({ refused: 'not_yours' });
  expect(mayMove('deliver', 'buyer', order, now)).toEqual({ refused: 'wrong_state' });
});

test('[ST-15] each timer finds a move that its state allows when it rings', () => {
  for (const [status, timer] of Object.entries(orderTimers)) {
    const statusSince = new Date(now.getTime() - timer.afterMs);
    expect(mayMove(timer.verb, 'timer', { status: status as OrderStatus, statusSince }, now)).toHaveProperty(
      'transition',
    );
  }
  expect(orderTimes.holdMs).toBe(30 * 60_000);
});

test('post: the cheapest unless named, by name in any case, and paid once an order', () => {
  const option = (name: string, amount: number) => ({
    name,
    price: { amount, currency: 'USD' as const },
    tracked: amount > 300,
  });
  const options = [option('Tracked parcel', 600), option('Letter', 150)];
  expect(chooseShipping(options, undefined)).toMatchObject({ name: 'Letter' });
  expect(chooseShipping(options, ' tracked PARCEL ')).toMatchObject({ price: { amount: 600 } });
  expect(chooseShipping(options, 'Owl')).toBe('unknown');
  expect(chooseShipping([], undefined)).toBeNull();
  expect(totalsOf([{ amount: 1_299, quantity: 3 }], 150)).toEqual({ items: 3_897, shipping: 150, total: 4_047 });
});
