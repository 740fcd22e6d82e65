import { expect, test } from 'vitest';
import type { Order, OrderAction } from '../../contract.ts';
import { orderStatuses } from '../../model/order.process.ts';
import { type FullOrder, presentOrder } from '../../queries/order.present.server.ts';
import { orderFilters } from '../order-filters.ts';
import { nextSentence, nextStep, type Side, unpaidCancelSentence } from './order-words.ts';

/** Calls to action in a sentence, and the buttons that they need. */
const asks: [words: RegExp, actions: OrderAction[]][] = [
  [/^Reserved for you while you pay/, ['pay']],
  [/^Ship by/, ['ship']],
  [
    /^Confirm delivery or report a problem by 23 Mar 2026\. After that, we mark it as delivered\.$/,
    ['deliver', 'dispute'],
  ],
  [/unless you report/, ['dispute']],
  [/refund the buyer/, ['refund']],
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
    isOneOfSeveral: false,
    refundedAmount: 0,
    coveredAmount: 0,
    failedAmount: 0,
    chargeback,
    openCase: null,
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
    const prompts = asks.filter(([words]) => words.test(sentence)).flatMap(([, actions]) => actions);
    expect(order.actions, sentence).toEqual(expect.arrayContaining(prompts));
  }
});

test('a row offers a step only where its side has something to do', () => {
  const steps = every.map(([status, side]) => [`${status} ${side}`, nextStep(orderIn(status, side))?.label]);
  expect(Object.fromEntries(steps.filter(([, label]) => label))).toEqual({
    'pending_payment buyer': 'Pay €5.00',
    'paid seller': 'Ship order',
    'awaiting_shipping seller': 'Ship order',
    'shipped buyer': 'Confirm delivery',
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
    /isn’t made by 2 Mar 2026, 12:20 UTC, the cards are for sale again\.$/,
  );
  const promised = orderIn('pending_payment', 'seller', null, until);
  expect(nextSentence(promised, 'seller')).toMatch(
    /isn’t made by 3 Mar 2026, 09:30 UTC, the cards are for sale again\.$/,
  );
  expect(promised.holdExpiresAt).toBe(until.toISOString());
  expect(unpaidCancelSentence({ ...promised, items: [{ quantity: 1 }] as Order['items'] }, now)).toBe(
    'If you cancel, the card stays reserved for you at the agreed price until 3 Mar 2026, 09:30 UTC. You won’t be charged.',
  );
  // The day of the offer ends before the hold does.
  const late = orderIn('pending_payment', 'seller', null, new Date('2026-03-02T12:10:00Z'));
  expect(nextSentence(late, 'seller')).toMatch(/for sale again\.$/);
  expect(orderIn('canceled', 'seller', null, until).reservedUntil).toBeNull();
});
