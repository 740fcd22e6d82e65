import { addMs } from '#kernel/time.ts';
import { isPaid, type OrderStatus } from '../model/order.process.ts';
import { caseTimes } from './case.process.ts';

/**
 * The end of the time in which the buyer may withdraw from an order: some days after its delivery. `open` until it is
 * delivered; null where there is no such right: its seller is no trader, or it is not paid any more.
 */
export function withdrawalEnd({
  status,
  isFromTrader,
  deliveredAt,
}: {
  status: OrderStatus;
  isFromTrader: boolean;
  deliveredAt: Date | null;
}): Date | 'open' | null {
  if (!isPaid(status) || !isFromTrader) return null;
  return deliveredAt ? addMs(deliveredAt, caseTimes.withdrawWithinMs) : 'open';
}
