import { eq } from 'drizzle-orm';
import { minuteMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';
import { orders, payment } from '../model/order.tables.ts';
import { closeCheckout } from './close-checkout.server.ts';
import { type Converged, convergeOrder } from './converge-order.server.ts';
import { freeUnpaidOrder } from './free-unpaid-order.server.ts';

/**
 * After its own end a session cannot be paid, whether or not Stripe answers us; these minutes allow for clocks that
 * differ.
 */
export const certainMs = 5 * minuteMs;

/** After these the order does not wait for money any more. */
const ended: ReadonlySet<Converged> = new Set(['paid', 'freed', 'returned']);

/**
 * Ends the hold of an unpaid order: the payment page is closed at Stripe first, then the copies are for sale again. A
 * payment that was faster wins. Throws while Stripe does not answer or the money has not settled, so that the job is
 * retried, but not for longer than the page itself lives: holds always end.
 */
export async function endHold(platform: Platform, orderId: string): Promise<void> {
  const [row] = await platform.db
    .select({ status: orders.status, holdExpiresAt: orders.holdExpiresAt, sessionExpiresAt: payment.sessionExpiresAt })
    .from(orders)
    .innerJoin(payment, eq(payment.orderId, orders.id))
    .where(eq(orders.id, orderId));
  const now = platform.clock.now();
  if (row?.status !== 'pending_payment') return;
  if (now < row.holdExpiresAt) throw new Error(`the hold of order ${orderId} has not ended yet`);
  const closed = await closeCheckout(platform, orderId);
  // Completed does not mean paid: slow payment methods settle days later or never, and money that does not fit its
  // order waits for an admin. Late money is used or refunded.
  if (closed === 'completed' && ended.has(await convergeOrder(platform, orderId))) return;
  if ((closed === 'unknown' || closed === 'completed') && now.getTime() < row.sessionExpiresAt.getTime() + certainMs)
    throw new Error(`the checkout of order ${orderId} could not be closed yet`);
  await freeUnpaidOrder(
    platform,
    orderId,
    'expire',
    { by: 'timer' },
    { cause: 'not_paid_in_time', page: closed === 'none' ? 'none' : 'closed', isUnpaid: true },
  );
}
