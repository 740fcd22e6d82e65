import { conflict } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { closeCheckout } from '../checkout/close-checkout.server.ts';
import { convergePurchase } from '../checkout/converge-purchase.server.ts';
import { freePurchase } from '../checkout/free-purchase.server.ts';
import { type CancelInput, orderRefusals } from '../contract.ts';
import { countPaymentCall } from '../place/payment-limit.server.ts';
import { getPurchaseFor } from '../purchase/purchase.queries.server.ts';
import { getOrderFor } from '../queries/orders.queries.server.ts';
import { countRefund } from '../refunds/count-refund.server.ts';
import { requestRefund, requireMoney } from '../refunds/refunds.server.ts';
import { lockOrder, moveOrder, sideFor } from './move-order.server.ts';

/**
 * Cancels an order. Unpaid, by its buyer: the payment page is closed and the copies are for sale again at once; this
 * refuses when the payment was faster, and while the page is completed but the money has not settled (the copies stay
 * held until it has). Paid, by its seller before shipping, or by its buyer once the seller's time to ship is over: the
 * whole payment is refunded, and the listing stays sold because only the seller knows whether the copy exists. Refuses
 * everything else (403, 409) and members who cancel too often (429).
 */
export async function cancelOrder(
  platform: Platform,
  actor: Actor,
  orderId: string,
  input: CancelInput,
): Promise<void> {
  const { order, isOneOfSeveral } = await getOrderFor(platform.db, actor.id, orderId);
  const by = sideFor(order, actor, 'cancel');
  if (order.status === 'pending_payment' && by === 'buyer') {
    if (isOneOfSeveral)
      throw conflict(
        orderRefusals.purchaseOfSeveral,
        'This order is paid together with others. Cancel the whole purchase.',
        { purchaseId: order.purchaseId },
      );
    if (await cancelUnpaid(platform, actor, order.purchaseId, input)) return;
  }
  await write(platform, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    // Only `freePurchase` calls an unpaid order off, since it gives the copies back.
    if (locked.status === 'pending_payment' && by === 'buyer') throw paymentUnderWay();
    if (by === 'seller') await countRefund(platform, tx, actor);
    const now = platform.clock.now();
    await moveOrder(tx, locked, 'cancel', { by, actorId: actor.id, note: input.reason }, now, {
      cancelReason: input.reason ?? null,
    });
    await requireMoney(tx, locked);
    await requestRefund(tx, locked, { cause: 'cancel', reason: input.reason, askedBy: actor.id }, now);
  });
}

/**
 * Closes the page of an unpaid purchase, and frees its copies. Answers whether it is canceled: a payment that was faster
 * wins.
 */
async function cancelUnpaid(
  platform: Platform,
  actor: Actor,
  purchaseId: string,
  { reason = null }: { reason?: string | null | undefined },
): Promise<boolean> {
  await countPaymentCall(platform, actor.id);
  const closed = await closeCheckout(platform, purchaseId);
  // A payment that the bank refused has released the purchase, as requested.
  if (closed === 'completed') return (await convergePurchase(platform, purchaseId)) === 'freed';
  const mover = { by: 'buyer', actorId: actor.id } as const;
  const freed = await freePurchase(platform, purchaseId, 'cancel', mover, { reason, page: closed, isUnpaid: true });
  return freed.status === 'canceled';
}

/**
 * The buyer cancels an unpaid purchase: the payment page is closed, and all copies are for sale again at once. Refuses
 * (409) when the payment was faster, and while the page is completed but the money has not settled.
 */
export async function cancelPurchase(platform: Platform, actor: Actor, purchaseId: string): Promise<void> {
  const { paid } = await getPurchaseFor(platform.db, actor.id, purchaseId);
  if (paid.status === 'open' && (await cancelUnpaid(platform, actor, purchaseId, {}))) return;
  const { paid: now } = await getPurchaseFor(platform.db, actor.id, purchaseId);
  if (now.status === 'open') throw paymentUnderWay();
  throw conflict(
    orderRefusals.wrongState,
    now.status === 'paid'
      ? 'This purchase is paid, so you can’t cancel it. Ask the seller of an order to cancel it.'
      : 'This purchase is cancelled.',
  );
}

function paymentUnderWay() {
  return conflict(
    orderRefusals.paymentUnderWay,
    'You can’t cancel while your payment is processing. If it fails, the order is cancelled automatically and you won’t be charged.',
  );
}
