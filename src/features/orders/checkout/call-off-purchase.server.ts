import type { Platform } from '#platform/platform.ts';
import type { Mover } from '../fulfil/move-order.server.ts';
import type { CancelCode } from '../model/order.texts.ts';
import { type ClosedCheckout, closeCheckout } from './close-checkout.server.ts';
import { convergePurchase } from './converge-purchase.server.ts';
import { freePurchase } from './free-purchase.server.ts';

/**
 * Cancels an unpaid purchase before its hold has ended: the payment page is closed first, and a payment that was faster
 * wins. Does nothing while Stripe does not answer (`unknown`): the caller retries.
 */
export async function callOffPurchase(
  platform: Platform,
  purchaseId: string,
  verb: 'expire' | 'cancel',
  mover: Mover,
  cause: CancelCode | null = null,
): Promise<ClosedCheckout> {
  const closed = await closeCheckout(platform, purchaseId);
  if (closed === 'completed') await convergePurchase(platform, purchaseId);
  else if (closed !== 'unknown') await freePurchase(platform, purchaseId, verb, mover, { cause, page: closed });
  return closed;
}
