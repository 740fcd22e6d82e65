import * as z from 'zod';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { defineEvent } from '#platform/outbox/events.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { lockSeller } from './balances.server.ts';
import { type Booking, book, type Entry } from './book.server.ts';
import { booksOf } from './order-books.server.ts';
import { rowsOfPayment } from './payment.rules.ts';

/**
 * A refund or chargeback is booked, or money of one that came back. `debt` is what its seller owes since, for money that
 * was sent before. Its subject is the order.
 */
export const paymentMoved = defineEvent('ledger.payment-moved', z.object({ debt: z.number() }));

/** Money of one order in a movement at Stripe. */
export interface PaymentPart {
  orderId: string;
  sellerId: string;
  /** The fee that was agreed for the order. */
  fee: number;
  /** What came in for it at Stripe; below 0 what went out. */
  amount: number;
  /** What the market bears of it, where it went out. */
  covered?: number;
}

interface PaymentBooking extends Omit<Booking, 'entries'> {
  currency: Currency;
  parts: readonly PaymentPart[];
}

/**
 * Books money of a payment that moved at Stripe: a capture, refund or chargeback, split over orders of one purchase. What
 * the books hold for an order decides whose money it is. The orders must be locked.
 */
export async function bookPayment(tx: Tx, { parts, currency, ...booking }: PaymentBooking): Promise<boolean> {
  const ids = parts.map(({ orderId }) => orderId);
  const before = await booksOf(tx.db, ids);
  const released = parts.filter(({ orderId }) => before(orderId).isReleased).map(({ sellerId }) => sellerId);
  for (const sellerId of [...new Set(released)].sort()) await lockSeller(tx, sellerId, currency);
  const books = released.length > 0 ? await booksOf(tx.db, ids) : before;
  const sum = parts.reduce((total, { amount }) => total + amount, 0);
  const only = parts.length === 1 && { orderId: parts[0]?.orderId ?? '' };
  const entries: Entry[] = [{ account: 'stripe', ...only, ...money(sum, currency) }];
  const debts = new Map<string, number>();
  for (const { orderId, sellerId, fee, amount, covered } of parts) {
    const rows = rowsOfPayment(books(orderId), amount, fee, covered);
    entries.push({ account: 'order', orderId, ...money(rows.order, currency) });
    entries.push({ account: 'fee', orderId, ...money(rows.fee, currency) });
    entries.push({ account: 'loss', orderId, ...money(rows.loss, currency) });
    entries.push({ account: 'seller', orderId, sellerId, ...money(rows.seller, currency) });
    entries.push({ account: 'debt', orderId, sellerId, ...money(rows.debt, currency) });
    debts.set(orderId, Math.max(0, rows.debt));
  }
  const isBooked = await book(tx, { ...booking, entries });
  if (isBooked && booking.kind !== 'capture')
    for (const [orderId, debt] of debts)
      tx.append(paymentMoved, { subject: orderId, version: 0, topics: [], data: { debt } });
  return isBooked;
}
