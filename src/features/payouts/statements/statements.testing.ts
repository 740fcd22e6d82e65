import { expect } from 'vitest';
import { book, booksOf, splitRelease } from '#features/ledger/index.server.ts';
import { buyPlaced, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { dayMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { endOfMonth, monthOf } from './month.ts';

export interface BookedOrder {
  orderId: string;
  sellerId: string;
  /** In minor units. */
  fee: number;
  currency: Currency;
}

/** Moves the clock to the second day of the next month. Returns the members with new sessions. */
export async function toNextMonth<Members extends TestMember[]>(
  market: TestMarket,
  ...members: Members
): Promise<Members> {
  const now = market.clock.now();
  await passTime(market, endOfMonth(monthOf(now)).getTime() - now.getTime() + dayMs);
  return (await Promise.all(members.map((member) => signInAgain(market, member)))) as Members;
}

/** An order that is paid, for this price and 2.00 of shipping. The fee is a tenth of the price. */
export async function sellPaid(
  market: TestMarket,
  { seller, buyer, price }: { seller: TestMember; buyer: TestMember; price: number },
): Promise<BookedOrder> {
  const shipping = [{ name: 'Letter', price: money(200, 'USD'), tracked: false }];
  const listingId = await putUpForSale(market, seller, { price, shipping });
  const { order, checkoutUrl } = await buyPlaced(market, buyer, listingId);
  expect((await pay(checkoutUrl)).status).toBe(200);
  await passTime(market);
  return { orderId: order.id, sellerId: seller.id, fee: price / 10, currency: 'USD' };
}

/** The seller refunds a part of an order, or all of it, which is sent at once. */
export async function refund(market: TestMarket, seller: TestMember, { orderId }: BookedOrder, amount?: number) {
  const body = { ...(amount === undefined ? {} : { amount }), reason: 'A corner is bent.' };
  const { status } = await market.request('POST', `/api/orders/${orderId}/refund`, { as: seller, body });
  expect(status).toBe(200);
  await passTime(market);
}

/** Books the release of an order: what is held goes to the fee and the seller. */
export async function bookRelease(market: TestMarket, { orderId, sellerId, fee, currency }: BookedOrder) {
  await write(market.platform, async (tx) => {
    const books = (await booksOf(tx.db, [orderId]))(orderId);
    const { added, sellers } = splitRelease(books, books.held, fee);
    await book(tx, {
      id: `release:${orderId}`,
      kind: 'release',
      at: market.platform.clock.now(),
      entries: [
        { account: 'order', orderId, ...money(books.held, currency) },
        { account: 'seller', sellerId, orderId, ...money(-sellers, currency) },
        { account: 'fee', orderId, ...money(-added, currency) },
      ],
    });
  });
}

/** Books the transfer of all that an order's seller is owed for it. */
export async function bookTransfer(market: TestMarket, { orderId, sellerId, currency }: BookedOrder) {
  await write(market.platform, async (tx) => {
    const { owed } = (await booksOf(tx.db, [orderId]))(orderId);
    await book(tx, {
      id: `transfer:${orderId}`,
      kind: 'transfer',
      at: market.platform.clock.now(),
      entries: [
        { account: 'seller', sellerId, orderId, ...money(owed, currency) },
        { account: 'stripe', orderId, ...money(-owed, currency) },
      ],
    });
  });
}
