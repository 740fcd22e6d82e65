import { conflict } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { closeCheckout } from '../checkout/close-checkout.server.ts';
import { convergeOrder } from '../checkout/converge-order.server.ts';
import { freeUnpaidOrder } from '../checkout/free-unpaid-order.server.ts';
import { type CancelInput, orderRefusals } from '../contract.ts';
import { countPaymentCall } from '../place/payment-limit.server.ts';
import { getOrderFor } from '../queries/orders.queries.server.ts';
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
  const { order } = await getOrderFor(platform.db, actor.id, orderId);
  const by = sideFor(order, actor, 'cancel');
  if (order.status === 'pending_payment' && by === 'buyer') {
    await countPaymentCall(platform, actor.id);
    const closed = await closeCheckout(platform, orderId);
    if (closed === 'completed') {
      // A payment that the bank refused has released the order, as requested; one that succeeded is judged below like
      // any paid order.
      if ((await convergeOrder(platform, orderId)) === 'freed') return;
    } else {
      const freed = await freeUnpaidOrder(
        platform,
        orderId,
        'cancel',
        { by, actorId: actor.id },
        { reason: input.reason ?? null, page: closed, isUnpaid: true },
      );
      if (freed.status === 'canceled') return;
    }
  }
  await write(platform, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    // Only `freeUnpaidOrder` calls an unpaid order off, since it gives the copies back.
    if (locked.status === 'pending_payment' && by === 'buyer')
      throw conflict(
        orderRefusals.paymentUnderWay,
        'You can’t cancel while your payment is processing. If it fails, the order is cancelled automatically and you won’t be charged.',
      );
    const now = platform.clock.now();
    await moveOrder(tx, locked, 'cancel', { by, actorId: actor.id, note: input.reason }, now, {
      cancelReason: input.reason ?? null,
    });
    await requestRefund(
      tx,
      locked,
      await requireMoney(tx, locked),
      { cause: 'cancel', reason: input.reason, askedBy: actor.id },
      now,
    );
  });
}
