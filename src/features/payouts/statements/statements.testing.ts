import { book, booksOf, splitRelease } from '#features/ledger/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { write } from '#platform/outbox/write.ts';
import type { TestMarket } from '#testing/server.ts';

export interface BookedOrder {
  orderId: string;
  sellerId: string;
  /** In minor units. */
  fee: number;
  currency: Currency;
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
