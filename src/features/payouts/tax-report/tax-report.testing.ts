import { book } from '#features/ledger/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { write } from '#platform/outbox/write.ts';
import type { TestMarket } from '#testing/server.ts';

/** Released sales in the books, for orders of which nothing else is looked at. Amounts in minor units. */
export async function sellInBooks(
  { platform }: TestMarket,
  sellerId: string,
  {
    amount,
    fee = 0,
    sales = 1,
    at = platform.clock.now(),
    currency = 'EUR',
  }: { amount: number; fee?: number; sales?: number; at?: Date; currency?: Currency },
): Promise<void> {
  for (let n = 0; n < sales; n++) {
    const orderId = newId();
    await platform.pool.query(
      `insert into orders (id, buyer_id, seller_id, status, items_amount, shipping_amount, total_amount, currency, hold_expires_at, status_since, created_at, updated_at)
       values ($1, 'buyer', $2, 'completed', $3, 0, $3, $5, $4, $4, $4, $4)`,
      [orderId, sellerId, amount + fee, at, currency],
    );
    await write(platform, (tx) =>
      book(tx, {
        id: `release:${orderId}`,
        kind: 'release',
        at,
        entries: [
          { account: 'order', orderId, ...money(amount + fee, currency) },
          { account: 'seller', orderId, sellerId, ...money(-amount, currency) },
          ...(fee > 0 ? [{ account: 'fee', orderId, ...money(-fee, currency) } as const] : []),
        ],
      }),
    );
  }
}
