import { minuteMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { findPurchase } from '../purchase/purchase.queries.server.ts';
import { closeCheckout } from './close-checkout.server.ts';
import { type Converged, convergePurchase } from './converge-purchase.server.ts';
import { freePurchase } from './free-purchase.server.ts';

/**
 * After its own end a session cannot be paid, whether or not Stripe answers us; these minutes allow for clocks that
 * differ.
 */
export const certainMs = 5 * minuteMs;

/** After these the purchase does not wait for money any more. */
const ended: ReadonlySet<Converged> = new Set(['paid', 'freed', 'returned']);

/**
 * Ends the hold of an unpaid purchase: the payment page is closed at Stripe first, then the copies are for sale again. A
 * payment that was faster wins. Throws while Stripe does not answer or the money has not settled, so that the job is
 * retried, but not for longer than the page itself lives: holds always end.
 */
export async function endPurchase(platform: Platform, purchaseId: string): Promise<void> {
  const paid = await findPurchase(platform.db, purchaseId);
  const now = platform.clock.now();
  if (paid?.status !== 'open') return;
  if (now < paid.holdExpiresAt) throw new Error(`the hold of purchase ${purchaseId} has not ended yet`);
  const closed = await closeCheckout(platform, purchaseId);
  // Completed does not mean paid: slow payment methods settle days later or never, and money that does not fit its
  // purchase waits for an admin. Late money is used or refunded.
  if (closed === 'completed' && ended.has(await convergePurchase(platform, purchaseId))) return;
  if ((closed === 'unknown' || closed === 'completed') && now.getTime() < paid.sessionExpiresAt.getTime() + certainMs)
    throw new Error(`the checkout of purchase ${purchaseId} could not be closed yet`);
  await freePurchase(
    platform,
    purchaseId,
    'expire',
    { by: 'timer' },
    { cause: 'not_paid_in_time', page: closed === 'none' ? 'none' : 'closed', isUnpaid: true },
  );
}
