import type { Platform } from '#platform/platform.ts';
import type { Mover } from '../fulfil/move-order.server.ts';
import type { CancelCode } from '../model/order.texts.ts';
import { type ClosedCheckout, closeCheckout } from './close-checkout.server.ts';
import { convergeOrder } from './converge-order.server.ts';
import { freeUnpaidOrder } from './free-unpaid-order.server.ts';

/**
 * Cancels an unpaid order before its hold has ended: the payment page is closed first, and a payment that was faster
 * wins. Does nothing while Stripe does not answer (`unknown`): the caller retries.
 */
export async function callOffUnpaid(
  platform: Platform,
  orderId: string,
  verb: 'expire' | 'cancel',
  mover: Mover,
  cause: CancelCode | null = null,
): Promise<ClosedCheckout> {
  const closed = await closeCheckout(platform, orderId);
  if (closed === 'completed') await convergeOrder(platform, orderId);
  else if (closed !== 'unknown') await freeUnpaidOrder(platform, orderId, verb, mover, { cause, page: closed });
  return closed;
}
