import { expect, test } from 'vitest';
import type { Order } from '../contract.ts';
import { orderMovers, orderTransitions } from '../model/order.process.ts';
import { saleUpdates } from './notify-sides.server.ts';
import { writeOrderEmail } from './order.email-texts.ts';
import { caseHappenings, emailsAfter, orderEmailNames, orderEmails } from './order.emails.ts';

test('who is written to after each move of the process', () => {
  const notified = orderTransitions.flatMap(({ verb, from, by }) =>
    from.flatMap((state) =>
      by
        .filter((mover) => mover !== 'operator')
        .map((mover) => [`${verb} by ${mover} from ${state}`, emailsAfter(verb, mover, state).join(' ')]),
    ),
  );
  expect(Object.fromEntries(notified)).toEqual({
    'pay by stripe from pending_payment': 'sold receipt',
    'pay_late by stripe from canceled': 'sold receipt',
    'expire by timer from pending_payment': '',
    'expire by stripe from pending_payment': '',
    'cancel by buyer from pending_payment': '',
    'cancel by seller from paid': 'called_off',
    'cancel by seller from awaiting_shipping': 'called_off',
    'cancel by buyer from awaiting_shipping': 'called_off_sale called_off',
    'hand_over by seller from paid': '',
    'hand_over by timer from paid': '',
    'ship by seller from paid': 'sent',
    'ship by seller from awaiting_shipping': 'sent',
    'deliver by buyer from shipped': 'arrived',
    'deliver by timer from shipped': 'assumed_sale assumed',
    'complete by timer from delivered': 'done',
    // A case names its own emails.
    'complete by timer from disputed': '',
    'complete by buyer from disputed': 'settled',
    'refund by seller from paid': 'money_back',
    'refund by seller from awaiting_shipping': 'money_back',
    'refund by seller from shipped': 'money_back',
    'refund by seller from delivered': 'money_back',
    'refund by seller from disputed': 'money_back',
    'refund by stripe from paid': 'money_back_sale money_back',
    'refund by stripe from awaiting_shipping': 'money_back_sale money_back',
    'refund by stripe from shipped': 'money_back_sale money_back',
    'refund by timer from disputed': 'not_arrived not_arrived_sale',
    'refund by stripe from delivered': 'money_back_sale money_back',
    'refund by stripe from disputed': 'money_back_sale money_back',
    'charge_back by stripe from paid': 'bank_takes bank_takes_sale',
    'charge_back by stripe from awaiting_shipping': 'bank_takes bank_takes_sale',
    'charge_back by stripe from shipped': 'bank_takes bank_takes_sale',
    'charge_back by stripe from delivered': 'bank_takes bank_takes_sale',
    'charge_back by stripe from disputed': 'bank_takes bank_takes_sale',
    'dispute by buyer from awaiting_shipping': 'problem',
    'dispute by buyer from shipped': 'problem',
    'dispute by buyer from delivered': 'problem',
    'cancel by timer from paid': 'called_off_sale called_off',
    'cancel by timer from awaiting_shipping': 'called_off_sale called_off',
    'withdraw by buyer from paid': 'withdrawn withdrawn_sale',
    'withdraw by buyer from awaiting_shipping': 'withdrawn withdrawn_sale',
    'take_return by seller from shipped': 'returned',
    'take_return by seller from delivered': 'returned',
    'take_return by seller from disputed': 'returned',
    'take_return by timer from shipped': 'returned returned_sale',
    'take_return by timer from delivered': 'returned returned_sale',
    'take_return by timer from disputed': 'returned returned_sale',
  });
  expect(emailsAfter('refund_part', 'seller', 'shipped')).toEqual(['part_back']);
  expect(emailsAfter('decide_part', 'operator', 'disputed')).toEqual(['decided_part', 'decided_part_sale']);
  expect(emailsAfter('return_late', 'stripe', 'canceled')).toEqual(['came_late']);
  expect(emailsAfter('refund_failed', 'stripe', 'refunded')).toEqual(['money_stuck']);
  expect(emailsAfter('chargeback_opened', 'stripe', 'paid')).toEqual(['bank_asks', 'bank_asks_sale']);
  expect(emailsAfter('chargeback_won', 'stripe', 'paid')).toEqual(['bank_leaves', 'bank_leaves_sale']);
  expect(emailsAfter('chargeback_lost', 'stripe', 'completed')).toEqual(['bank_takes', 'bank_takes_sale']);
});

test('every email follows a possible change, of an order that can then be in the status that the email requires', () => {
  const possible = new Set(
    orderTransitions.flatMap(({ verb, from }) =>
      from.flatMap((state) => orderMovers.flatMap((mover) => emailsAfter(verb, mover, state))),
    ),
  );
  for (const email of [
    ...emailsAfter('refund_part', 'seller', 'paid'),
    ...emailsAfter('decide_part', 'operator', 'disputed'),
    ...emailsAfter('return_late', 'stripe', 'canceled'),
    ...emailsAfter('refund_failed', 'stripe', 'canceled'),
    ...emailsAfter('chargeback_opened', 'stripe', 'paid'),
    ...emailsAfter('chargeback_won', 'stripe', 'paid'),
    ...emailsAfter('refund_held', 'operator', 'shipped'),
    ...emailsAfter('release_held', 'operator', 'shipped'),
    ...caseHappenings.flatMap((happening) =>
      (['buyer', 'seller', 'timer'] as const).flatMap((mover) => emailsAfter(happening, mover, 'disputed')),
    ),
  ])
    possible.add(email);
  expect([...possible].sort()).toEqual([...orderEmailNames].sort());
  for (const name of orderEmailNames) {
    const { after, while: stays } = orderEmails[name];
    const ends = orderTransitions.filter(({ verb }) => after.includes(verb)).map(({ to }) => to);
    if (stays) expect([name, ends.every((to) => stays.includes(to))]).toEqual([name, true]);
  }
});

test('no email carries the free text of the other side', () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' as const });
  const order: Order = {
    id: 'o1',
    purchaseId: 'p1',
    buyerId: 'b',
    sellerId: 's',
    buyer: { id: 'b', username: 'ben', avatarUrl: null },
    seller: { id: 's', username: 'mara', avatarUrl: null },
    items: [{ listingId: 'l', title: 'Mew', quantity: 2, price: usd(300), snapshot: { description: 'free text' } }],
    shipping: { name: 'Letter', price: usd(0), tracked: false, parcels: 1, shipsFrom: null },
    totals: { items: usd(600), shipping: usd(0), total: usd(600) },
    status: 'disputed',
    holdExpiresAt: '2027-01-01T00:00:00.000Z',
    checkoutUrl: null,
    reservedUntil: null,
    address: {
      name: 'free text',
      line1: 'free text',
      line2: null,
      city: 'free text',
      state: null,
      postalCode: '1',
      country: 'FR',
    },
    tracking: { carrier: 'La Poste', trackingNumber: '6A' },
    cancelReason: 'free text',
    dispute: { reason: 'damaged', text: 'free text' },
    decision: { possibleFrom: '2027-01-04T00:00:00.000Z', askedAt: null },
    refunded: usd(200),
    covered: null,
    reportMissingFrom: null,
    refundFailed: null,
    chargeback: { state: 'open', amount: usd(600) },
    case: null,
    withdrawUntil: null,
    fee: usd(15),
    soldBy: null,
    buyerRead: true,
    sellerRead: true,
    history: [{ status: 'canceled', at: '2027-01-01T00:00:00.000Z', by: 'buyer', note: 'free text' }],
    actions: [],
    paidAt: '2027-01-01T00:00:00.000Z',
    createdAt: '2027-01-01T00:00:00.000Z',
    updatedAt: '2027-01-01T00:00:00.000Z',
    version: 3,
  };
  for (const name of orderEmailNames) {
    const email = writeOrderEmail(name, order, 'https://market.example/orders/o1');
    const said = JSON.stringify(email);
    expect([name, said.includes('free text'), /undefined|null|NaN|\[object/.test(said)]).toEqual([name, false, false]);
    expect(email.subject).toContain('2 × Mew');
    expect(email.rows?.[0]).toEqual(['Order number', 'O1']);
  }
  const receipt = writeOrderEmail('receipt', order, '');
  expect([...(receipt.rows ?? []), receipt.sum]).toEqual([
    ['Order number', 'O1'],
    ['Seller', 'mara'],
    ['2 × Mew', '$6.00'],
    ['Letter, not tracked', 'Included'],
    ['Total paid', '$6.00'],
  ]);
  expect(writeOrderEmail('sent', order, '').rows?.at(-1)).toEqual([
    'Tracking number',
    '6A',
    'https://www.laposte.fr/outils/suivre-vos-envois?code=6A',
  ]);
  const asks = writeOrderEmail('bank_asks', order, '').paragraphs[0];
  expect([asks?.includes('is on hold'), asks?.includes('refund')]).toEqual([true, false]);
  for (const email of ['bank_leaves', 'bank_leaves_sale'] as const) {
    const goesOn = (status: Order['status']) =>
      writeOrderEmail(email, { ...order, status }, '').paragraphs[0]?.includes('continues');
    expect([goesOn('shipped'), goesOn('completed'), goesOn('refunded')], email).toEqual([true, false, false]);
    expect(writeOrderEmail(email, order, '').subject).toMatch(/^Payment dispute (closed|won): /);
  }
  expect(writeOrderEmail('part_back', order, '').paragraphs[0]).toContain('total $2.00 of $6.00');
  expect(writeOrderEmail('called_off', order, '').paragraphs[0]).toContain(
    'You cancelled the order. You’ll get a refund of $6.00',
  );
});

test('a notification names its order by number and its deadline, and one of an earlier release has neither', () => {
  const sold = saleUpdates.texts?.sold as (params: object) => object;
  expect(sold({ title: 'Mew', count: 1, number: 'JCZCZT2D', by: '2027-01-08T12:00:00.000Z' })).toEqual({
    title: 'You sold Mew',
    body: 'The order is paid. Ship by 8 Jan 2027, 12:00 UTC. Order JCZCZT2D.',
    act: 'Ship order',
  });
  expect(sold({ title: 'Mew', count: 1 })).toEqual({
    title: 'You sold Mew',
    body: 'The order is paid. Ship it, then mark it as shipped.',
    act: 'Ship order',
  });
});
