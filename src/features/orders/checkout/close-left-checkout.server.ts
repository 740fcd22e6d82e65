import Stripe from 'stripe';
import { findSides } from '#features/members/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { findFullPurchase } from '../purchase/purchase.queries.server.ts';
import { keepSession, makeSession } from './checkout.server.ts';
import { closeCheckout } from './close-checkout.server.ts';
import { convergePurchase } from './converge-purchase.server.ts';

/**
 * Closes the payment page of a canceled purchase. A page that is not stored may still be on its way, or its process died
 * before it received the answer: requested with the purchase's idempotency key, Stripe returns that same page, and later
 * requests get one that is closed. Throws until Stripe confirms that the page can no longer be paid.
 */
export async function closeLeftCheckout(platform: Platform, purchaseId: string): Promise<void> {
  const full = await findFullPurchase(platform.db, purchaseId);
  if (!full || full.paid.status === 'open' || platform.clock.now() > full.paid.sessionExpiresAt) return;
  let closed = await closeCheckout(platform, purchaseId);
  if (closed === 'none') {
    try {
      const sellerIds = full.placed.map(({ order }) => order.sellerId);
      const sides = await findSides(platform.db, full.paid.buyerId, sellerIds);
      await keepSession(platform, purchaseId, await makeSession(platform, full, sides));
    } catch (error) {
      // Its time was too short for a new page, and there was none: none can be made any more.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return;
      throw error;
    }
    closed = await closeCheckout(platform, purchaseId);
  }
  if (closed === 'completed') await convergePurchase(platform, purchaseId);
  else if (closed !== 'closed')
    throw new Error(`the checkout of called-off purchase ${purchaseId} could not be closed yet`);
}
