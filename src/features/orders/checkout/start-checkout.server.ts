import { findSides } from '#features/members/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from '../contract.ts';
import type { NewPurchase } from '../place/new-order.server.ts';
import { countPaymentCall } from '../place/payment-limit.server.ts';
import { getPurchaseFor, type PayablePurchase } from '../purchase/purchase.queries.server.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { getOrderFor } from '../queries/orders.queries.server.ts';
import { openCheckout } from './checkout.server.ts';
import { freePurchase } from './free-purchase.server.ts';

/** Opens the page on which a purchase is paid, or frees what it holds. */
export async function startCheckout(platform: Platform, { paid, placed }: NewPurchase): Promise<PayablePurchase> {
  try {
    const sides = await sidesOf(platform, { paid, placed });
    const checkoutUrl = await openCheckout(platform, { paid, placed }, sides);
    return {
      paid: { ...paid, sessionUrl: checkoutUrl },
      placed: placed.map((one) => ({
        ...one,
        checkoutUrl,
        parties: sides.sides,
        isOneOfSeveral: placed.length > 1,
      })),
      checkoutUrl,
    };
  } catch (error) {
    const mover = { by: 'stripe', coded: { code: 'checkout_failed' } } as const;
    await freePurchase(platform, paid.id, 'expire', mover, { page: 'none' }).catch((failure: unknown) =>
      platform.log.error('a purchase without a payment page could not be freed; its hold ends by its timer', {
        purchaseId: paid.id,
        error: failure,
      }),
    );
    throw error;
  }
}

const sidesOf = ({ db }: Pick<Platform, 'db'>, { paid, placed }: NewPurchase) =>
  findSides(
    db,
    paid.buyerId,
    placed.map(({ order }) => order.sellerId),
  );

/**
 * The payment page of an unpaid purchase, for a buyer who returns to it. Opens one where the first try was interrupted:
 * Stripe recognizes the request by its idempotency key, so there is never a second payable page.
 */
export async function resumePurchase(platform: Platform, buyerId: string, purchaseId: string): Promise<string> {
  const full = await getPurchaseFor(platform.db, buyerId, purchaseId);
  const { status, holdExpiresAt, sessionUrl } = full.paid;
  if (status !== 'open' || platform.clock.now() >= holdExpiresAt)
    throw conflict(orderRefusals.wrongState, 'This purchase is no longer waiting for payment.');
  if (sessionUrl) return sessionUrl;
  await countPaymentCall(platform, buyerId);
  return openCheckout(platform, full, await sidesOf(platform, full));
}

/** The same from one of its orders. */
export async function resumeCheckout(platform: Platform, actor: Actor, orderId: string): Promise<string> {
  const full = await getOrderFor(platform.db, actor.id, orderId);
  const presented = presentOrder(full, actor.id, platform.clock.now());
  if (!presented.actions.includes('pay'))
    throw conflict(orderRefusals.wrongState, 'This order is no longer waiting for payment.', {
      orderStatus: presented.status,
    });
  return resumePurchase(platform, actor.id, full.order.purchaseId);
}
