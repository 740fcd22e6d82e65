import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { orderHistory, orders, refund } from '../model/order.tables.ts';
import { attentionText, cancelText, noteText, refundText } from '../model/order.texts.ts';
import { buyPlaced, makePremium, putUpForSale, readOrderAs } from '../testing.ts';

let market: TestMarket;
let buyer: TestMember;
let orderId: string;
beforeAll(async () => {
  market = await startTestMarket();
  const seller = await market.signUp('notes_sells');
  buyer = await market.signUp('notes_buys');
  await makePremium(market, seller);
  orderId = (await buyPlaced(market, buyer, await putUpForSale(market, seller))).order.id;
});
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const migrate = () =>
  rows(readFileSync(join(import.meta.dirname, '../../../../migrations/1222-read-notes-of-orders.sql'), 'utf8'));
const theOrder = async () => {
  const [row] = await market.platform.db.select().from(orders).where(eq(orders.id, orderId));
  if (!row) throw new Error('there is no order');
  return row;
};

test('sentences of steps that earlier releases stored become codes and read as new ones; other texts stay', async () => {
  const old = [
    [
      'stripe',
      'The payment came after the hold had ended; the copy was still free.',
      'paid_late',
      'The payment came after the reservation had ended. The card was still available.',
    ],
    [
      'stripe',
      'The payment came after the hold had ended and the copy was gone. The money goes back.',
      'late_payment_returned',
      'The payment came after the reservation had ended, and the card was no longer available. The payment is refunded.',
    ],
    ['stripe', 'The payment page could not be opened.', 'checkout_failed', 'The payment page couldn’t be opened.'],
    ['timer', 'Nobody reported a problem.', 'no_problem_reported', 'No problem was reported.'],
    ['buyer', 'Decision by the marketplace requested.', 'decision_requested', 'Decision requested.'],
    [
      'stripe',
      'The buyer’s bank asks for $1,212.99 back.',
      'bank_asks',
      'The buyer’s bank opened a payment dispute for $1,212.99.',
    ],
    [
      'stripe',
      'The buyer’s bank took $12.99 back.',
      'bank_took',
      'The buyer’s bank took $12.99 back in a payment dispute.',
    ],
    [
      'stripe',
      'The buyer’s bank does not ask for $0.05 back any more.',
      'bank_returned',
      'The payment dispute for $0.05 is closed, and the seller keeps the payment.',
    ],
    ['stripe', '$12.99 could not be given back.', 'refund_failed', 'The refund of $12.99 failed.'],
    ['operator', '$5.00 is sent back once more.', 'refund_resent', 'We retried the refund of $5.00.'],
    ['seller', '$5.00 given back.', 'refunded_part', '$5.00 refunded.'],
    ['seller', '$5.00 given back: One of “two”: bent.', 'refunded_part', '$5.00 refunded: One of “two”: bent.'],
    [
      'seller',
      '$5.00 given back for “Mew”, “Pika, chu” and “Pikachu: 2 and 3”.',
      'refunded_part',
      '$5.00 refunded for “Mew”, “Pika, chu” and “Pikachu: 2 and 3”.',
    ],
    ['seller', '$5.00 given back for “Mew”: as “agreed”.', 'refunded_part', '$5.00 refunded for “Mew”: as “agreed”.'],
    [
      'operator',
      '$9.99 goes back for “Mew” and “Pikachu”; the sale of the rest stands. It was bent.',
      'decided_part',
      '$9.99 refunded for “Mew” and “Pikachu”. The rest of the order is completed. It was bent.',
    ],
    // Of persons, and of no release that is known.
    ['seller', 'Nobody reported a problem.', null, 'Nobody reported a problem.'],
    ['operator', 'It has arrived, so the sale stands.', null, 'It has arrived, so the sale stands.'],
    ['stripe', 'The buyer’s bank took something back.', null, 'The buyer’s bank took something back.'],
  ] as const;
  for (const [by, note] of old)
    await rows("insert into order_history (order_id, status, at, by, note) values ($1, 'paid', now(), $2, $3)", [
      orderId,
      by,
      note,
    ]);
  const notes = async () => (await readOrderAs(market, buyer, orderId)).history.map(({ note }) => note);
  const before = await notes();
  expect(before.slice(1)).toEqual(old.map(([, note]) => note));
  await migrate();
  const after = [before[0], ...old.map(([, , , note]) => note)];
  expect(await notes()).toEqual(after);
  const steps = await market.platform.db
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, orderId))
    .orderBy(orderHistory.id);
  expect(steps.slice(1).map(({ by, noteCode }) => [by, noteCode])).toEqual(old.map(([by, , code]) => [by, code]));
  // Words of persons alone are left in the column.
  expect(steps.flatMap(({ noteCode, note }) => (noteCode !== null && note !== null ? note : []))).toEqual([
    'One of “two”: bent.',
    'as “agreed”.',
    'It was bent.',
  ]);
  expect(steps.map(noteText)).toEqual(after);
  // A code of a newer process.
  expect(noteText({ note: 'Their words.', noteCode: 'unheard_of', noteParams: null })).toBe('Their words.');
});

test('reasons for an admin that earlier releases stored become codes and read as new ones; other texts stay', async () => {
  for (const [sentence, code, words] of [
    [
      'The payment is of the other mode (test or live).',
      'wrong_mode',
      'The payment was made in the other mode (test or live).',
    ],
    ['The payment came through another checkout than this order opened.', 'wrong_checkout'],
    ['The checkout was opened for something else.', 'wrong_purpose', 'The checkout was opened for another purpose.'],
    ['The payment is in eur, the order in usd.', 'wrong_currency'],
    ['The payment is 100, the order 1299.', 'wrong_amount'],
    ['The payment is requires_action.', 'wrong_status'],
    ['The buyer’s bank warns that this payment may be fraud (made_with_stolen_card).', 'fraud_warning'],
    [
      'Stripe refused to give $1,212.99 back (charge_disputed).',
      'refund_refused',
      'Stripe refused the refund of $1,212.99 (charge_disputed).',
    ],
    [
      'The buyer’s bank took $12.99 back. $5.00 of it had been given back already.',
      'bank_took_twice',
      'The buyer’s bank took $12.99 back in a payment dispute. $5.00 of it had already been refunded.',
    ],
    [
      'The buyer’s bank took $12.99 back. The sale was completed before that.',
      'bank_took_late',
      'The buyer’s bank took $12.99 back in a payment dispute. The sale was completed before that.',
    ],
    [
      'The buyer’s bank does not ask for $12.99 back any more. It had taken it before, and the order has followed that.',
      'bank_returned',
      'The payment dispute for $12.99 is closed, and the seller keeps the payment. The bank had taken it before, and the order was refunded.',
    ],
    ['A person looks at it.', 'A person looks at it.'],
  ]) {
    await rows('update orders set attention = $2, attention_params = null where id = $1', [orderId, sentence]);
    expect(attentionText(await theOrder())).toBe(sentence);
    await migrate();
    const order = await theOrder();
    expect([order.attention, attentionText(order)]).toEqual([code, words ?? sentence]);
  }
});

test('why an order ended and money went back becomes a code; a member’s reason stays', async () => {
  for (const [sentence, code, words] of [
    ['The payment failed', 'payment_failed', 'Payment failed'],
    ['Not paid in time', 'not_paid_in_time'],
    ['The seller has left the market', 'seller_left', 'Seller’s account deleted'],
    ["The seller can't sell at the moment", 'seller_cannot_sell', 'Seller unavailable'],
    ['Changed my mind', null],
  ]) {
    await rows("update orders set status = 'canceled', cancel_code = null, cancel_reason = $2 where id = $1", [
      orderId,
      sentence,
    ]);
    await migrate();
    const order = await theOrder();
    expect([order.cancelCode, order.cancelReason, cancelText(order)]).toEqual([
      code,
      code === null ? sentence : null,
      words ?? sentence,
    ]);
  }
  const late = 'The payment came after the hold had ended.';
  await rows(
    `insert into refund (id, order_id, amount, currency, cause, reason, state, asked_at)
     values ('late', $1, 1, 'USD', 'late_payment', $2, 'done', now()), ('words', $1, 1, 'USD', 'seller', $2, 'done', now())`,
    [orderId, late],
  );
  await migrate();
  const refunds = await market.platform.db.select().from(refund).where(eq(refund.orderId, orderId)).orderBy(refund.id);
  expect(refunds.map((one) => [one.reason, refundText(one)])).toEqual([
    [null, 'The payment came after the reservation had ended.'],
    [late, late],
  ]);
});
