import type { Purchase } from '../contract.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import type { FullPurchase } from './purchase.queries.server.ts';

/** A purchase as its buyer sees it. */
export function presentPurchase({ paid, placed }: FullPurchase, buyerId: string, now: Date): Purchase {
  const { id, status, mode, currency, holdExpiresAt, sessionUrl, createdAt } = paid;
  const money = (amount: number) => ({ amount, currency });
  const orders = placed.map((one) => presentOrder(one, buyerId, now));
  // For accepted offers the deadline is the end of their reservation, as on the order.
  const deadlines = orders.filter((order) => order.status === 'pending_payment').map((order) => order.holdExpiresAt);
  return {
    id,
    status,
    mode,
    totals: { items: money(paid.itemsAmount), shipping: money(paid.shippingAmount), total: money(paid.totalAmount) },
    currency,
    holdExpiresAt: deadlines.sort()[0] ?? holdExpiresAt.toISOString(),
    checkoutUrl: status === 'open' && now < holdExpiresAt ? sessionUrl : null,
    orders,
    createdAt: createdAt.toISOString(),
  };
}
