import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { findBothSides } from '#features/members/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { payment } from '../model/order.tables.ts';
import { findOrder } from '../queries/orders.queries.server.ts';
import { keepSession, makeSession } from './checkout.server.ts';
import { closeCheckout } from './close-checkout.server.ts';
import { convergeOrder } from './converge-order.server.ts';

/**
 * Closes the payment page of a canceled order. A page that is not stored may still be on its way, or its process died
 * before it received the answer: requested with the order's idempotency key, Stripe returns that same page, and later
 * requests get one that is closed. Throws until Stripe confirms that the page can no longer be paid.
 */
export async function closeLeftCheckout(platform: Platform, orderId: string): Promise<void> {
  const full = await findOrder(platform.db, orderId);
  const [paid] = await platform.db.select().from(payment).where(eq(payment.orderId, orderId));
  if (!full || !paid || full.order.status === 'pending_payment' || platform.clock.now() > paid.sessionExpiresAt) return;
  let closed = await closeCheckout(platform, orderId);
  if (closed === 'none') {
    try {
      const { buyerEmail } = await findBothSides(platform.db, full.order.buyerId, full.order.sellerId);
      await keepSession(platform, orderId, await makeSession(platform, full.order, full.items, buyerEmail));
    } catch (error) {
      // Its time was too short for a new page, and there was none: none can be made any more.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
      throw error;
    }
    closed = await closeCheckout(platform, orderId);
  }
  if (closed === 'completed') await convergeOrder(platform, orderId);
  else if (closed !== 'closed') throw new Error(`the checkout of called-off order ${orderId} could not be closed yet`);
}
