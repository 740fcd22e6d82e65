import { findBothSides } from '#features/members/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals, type PlacedOrder, placedOrderSchema } from '../contract.ts';
import type { NewOrder } from '../place/new-order.server.ts';
import { countPaymentCall } from '../place/payment-limit.server.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { getOrderFor } from '../queries/orders.queries.server.ts';
import { openCheckout } from './checkout.server.ts';
import { freeUnpaidOrder } from './free-unpaid-order.server.ts';

/** Opens the page on which an order is paid, or frees what it holds. */
export async function startCheckout(platform: Platform, actor: Actor, placed: NewOrder): Promise<PlacedOrder> {
  const { order, items } = placed;
  try {
    const { sides, buyerEmail } = await findBothSides(platform.db, order.buyerId, order.sellerId);
    const checkoutUrl = await openCheckout(platform, order, items, buyerEmail);
    const presented = presentOrder({ ...placed, checkoutUrl, parties: sides }, actor.id, platform.clock.now());
    return placedOrderSchema.parse({ order: presented, checkoutUrl });
  } catch (error) {
    const mover = { by: 'stripe', coded: { code: 'checkout_failed' } } as const;
    await freeUnpaidOrder(platform, order.id, 'expire', mover, { page: 'none' }).catch((failure: unknown) =>
      platform.log.error('an order without a payment page could not be freed; its hold ends by its timer', {
        orderId: order.id,
        error: failure,
      }),
    );
    throw error;
  }
}

/**
 * The payment page of an unpaid order, for a buyer who returns to it. Opens one where the first try was interrupted:
 * Stripe recognizes the request by its idempotency key, so there is never a second payable page.
 */
export async function resumeCheckout(platform: Platform, actor: Actor, orderId: string): Promise<string> {
  const full = await getOrderFor(platform.db, actor.id, orderId);
  const presented = presentOrder(full, actor.id, platform.clock.now());
  if (!presented.actions.includes('pay'))
    throw conflict(orderRefusals.wrongState, 'This order isn’t waiting for your payment any more.', {
      orderStatus: presented.status,
    });
  if (presented.checkoutUrl) return presented.checkoutUrl;
  await countPaymentCall(platform, actor.id);
  const { buyerEmail } = await findBothSides(platform.db, full.order.buyerId, full.order.sellerId);
  return openCheckout(platform, full.order, full.items, buyerEmail);
}
