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

test('sentences of steps that earlier releases stored become codes and read as before; other texts stay', async () => {
  const old = [
    ['stripe', 'The payment came after the hold had ended; the copy was still free.', 'paid_late'],
    [
      'stripe',
      'The payment came after the hold had ended and the copy was gone. The money goes back.',
      'late_payment_returned',
    ],
    ['stripe', 'The payment page could not be opened.', 'checkout_failed'],
    ['timer', 'Nobody reported a problem.', 'no_problem_reported'],
    ['buyer', 'Decision by the marketplace requested.', 'decision_requested'],
    ['stripe', 'The buyer’s bank asks for $1,212.99 back.', 'bank_asks'],
    ['stripe', 'The buyer’s bank took $12.99 back.', 'bank_took'],
    ['stripe', 'The buyer’s bank does not ask for $0.05 back any more.', 'bank_returned'],
    ['stripe', '$12.99 could not be given back.', 'refund_failed'],
    ['operator', '$5.00 is sent back once more.', 'refund_resent'],
    ['seller', '$5.00 given back.', 'refunded_part'],
    ['seller', '$5.00 given back: One of “two”: bent.', 'refunded_part'],
    ['seller', '$5.00 given back for “Mew”, “Pika, chu” and “Pikachu: 2 and 3”.', 'refunded_part'],
    ['seller', '$5.00 given back for “Mew”: as “agreed”.', 'refunded_part'],
    ['operator', '$9.99 goes back for “Mew” and “Pikachu”; the sale of the rest stands. It was bent.', 'decided_part'],
    // Of persons, and of no release that is known.
    ['seller', 'Nobody reported a problem.', null],
    ['operator', 'It has arrived, so the sale stands.', null],
    ['stripe', 'The buyer’s bank took something back.', null],
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
  expect(await notes()).toEqual(before);
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
  expect(steps.map(noteText)).toEqual(before);
  // A code of a newer process.
  expect(noteText({ note: 'Their words.', noteCode: 'unheard_of', noteParams: null })).toBe('Their words.');
});

test('reasons for an admin that earlier releases stored become codes and read as before; other texts stay', async () => {
  for (const [sentence, code] of [
    ['The payment is of the other mode (test or live).', 'wrong_mode'],
    ['The payment came through another checkout than this order opened.', 'wrong_checkout'],
    ['The checkout was opened for something else.', 'wrong_purpose'],
    ['The payment is in eur, the order in usd.', 'wrong_currency'],
    ['The payment is 100, the order 1299.', 'wrong_amount'],
    ['The payment is requires_action.', 'wrong_status'],
    ['The buyer’s bank warns that this payment may be fraud (made_with_stolen_card).', 'fraud_warning'],
    ['Stripe refused to give $1,212.99 back (charge_disputed).', 'refund_refused'],
    ['The buyer’s bank took $12.99 back. $5.00 of it had been given back already.', 'bank_took_twice'],
    ['The buyer’s bank took $12.99 back. The sale was completed before that.', 'bank_took_late'],
    [
      'The buyer’s bank does not ask for $12.99 back any more. It had taken it before, and the order has followed that.',
      'bank_returned',
    ],
    ['A person looks at it.', 'A person looks at it.'],
  ]) {
    await rows('update orders set attention = $2, attention_params = null where id = $1', [orderId, sentence]);
    expect(attentionText(await theOrder())).toBe(sentence);
    await migrate();
    const order = await theOrder();
    expect([order.attention, attentionText(order)]).toEqual([code, sentence]);
  }
});

test('why an order ended and money went back becomes a code; a member’s reason stays', async () => {
  for (const [sentence, code] of [
    ['The payment failed', 'payment_failed'],
    ['Not paid in time', 'not_paid_in_time'],
    ['The seller has left the market', 'seller_left'],
    ["The seller can't sell at the moment", 'seller_cannot_sell'],
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
      sentence,
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
    [null, late],
    [late, late],
  ]);
});
