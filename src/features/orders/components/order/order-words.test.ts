import { expect, test } from 'vitest';
import type { Order, OrderAction } from '../../contract.ts';
import { orderStatuses } from '../../model/order.process.ts';
import { type FullOrder, presentOrder } from '../../queries/order.present.server.ts';
import { orderFilters } from '../order-filters.ts';
import { nextSentence, nextStep, type Side, unpaidWords } from './order-words.ts';

/** Calls to action in a sentence, and the buttons that they need. */
const asks: [words: RegExp, actions: OrderAction[]][] = [
  [/held for you while you pay/, ['pay']],
  [/^Send it by/, ['ship']],
  [/Say so when it has arrived, or report/, ['deliver', 'dispute']],
  [/Without a report/, ['dispute']],
  [/[Gg]ive the money back/, ['refund']],
  [/Say so when everything is fine/, ['settle']],
  [/[Aa]nswer the buyer/, ['answer' as OrderAction]],
];

const now = new Date('2026-03-02T12:00:00Z');
const at = new Date('2026-03-02T11:50:00Z');

function orderIn(
  status: Order['status'],
  side: Side,
  chargeback: FullOrder['chargeback'] = null,
  reservedUntil: Date | null = null,
): Order {
  const order = {
    id: 'o',
    buyerId: 'b',
    sellerId: 's',
    status,
    currency: 'EUR',
    itemsAmount: 500,
    shippingAmount: 0,
    totalAmount: 500,
    shippingName: null,
    shippingTracked: false,
    holdExpiresAt: new Date('2026-03-02T12:20:00Z'),
    paidAt: status === 'pending_payment' ? null : at,
    statusSince: at,
    decisionAskedAt: null,
    createdAt: at,
    updatedAt: at,
  } as FullOrder['order'];
  const full = {
    order,
    items: [],
    history: [],
    checkoutUrl: 'https://pay.test',
    reservedUntil,
    refundedAmount: 0,
    failedAmount: 0,
    chargeback,
    parties: new Map(),
  };
  return presentOrder(full, side === 'buyer' ? 'b' : 's', now);
}

const sides: Side[] = ['buyer', 'seller'];
const every = orderStatuses.flatMap((status) => sides.map((side) => [status, side] as const));

test.each(every)('%s, as the %s reads it: what the sentence names is offered', (status, side) => {
  for (const chargeback of [
    null,
    { state: 'won', amount: 500, blocksRefunds: true },
    { state: 'open', amount: 500, blocksRefunds: true },
  ] as const) {
    const order = orderIn(status, side, chargeback);
    const sentence = nextSentence(order, side);
    // The seller is informed too that a sale completes on its own, but cannot report a problem.
    const prompts = asks
      .filter(([words]) => words.test(sentence))
      .flatMap(([, actions]) => (status === 'delivered' && side === 'seller' ? [] : actions));
    expect(order.actions, sentence).toEqual(expect.arrayContaining(prompts));
  }
});

test('a row offers a step only where its side has something to do', () => {
  const steps = every.map(([status, side]) => [`${status} ${side}`, nextStep(orderIn(status, side))?.label]);
  expect(Object.fromEntries(steps.filter(([, label]) => label))).toEqual({
    'pending_payment buyer': 'Pay',
    'paid seller': 'Send it',
    'awaiting_shipping seller': 'Send it',
    'shipped buyer': 'It has arrived',
    'disputed buyer': 'Review problem',
    'disputed seller': 'Review problem',
  });
  expect(nextStep(orderIn('paid', 'seller', { state: 'open', amount: 500, blocksRefunds: true }))).toBeUndefined();
});

test('the filters of each side hold every state, each once', () => {
  for (const side of sides)
    expect(orderFilters[side].flatMap(({ statuses }) => statuses).sort()).toEqual([...orderStatuses].sort());
});

test('the sentence about unpaid copies is right: an accepted offer reserves them for its buyer until its own end', () => {
  const until = new Date('2026-03-03T09:30:00Z');
  expect(nextSentence(orderIn('pending_payment', 'seller'), 'seller')).toMatch(
    /within 30 minutes, the copies are for sale again\.$/,
  );
  const promised = orderIn('pending_payment', 'seller', null, until);
  expect(nextSentence(promised, 'seller')).toMatch(
    /does not happen by 3 Mar 2026, 09:30 UTC, the copies are for sale again\.$/,
  );
  expect(promised.holdExpiresAt).toBe(until.toISOString());
  expect(unpaidWords({ ...promised, items: [{ quantity: 1 }] as Order['items'] }, 'buyer', now)).toBe(
    'the copy stays reserved for you at the agreed price until 3 Mar 2026, 09:30 UTC',
  );
  // The day of the offer ends before the hold does.
  const late = orderIn('pending_payment', 'seller', null, new Date('2026-03-02T12:10:00Z'));
  expect(nextSentence(late, 'seller')).toMatch(/for sale again\.$/);
  expect(orderIn('canceled', 'seller', null, until).reservedUntil).toBeNull();
});
