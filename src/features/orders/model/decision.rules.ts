import { addMs } from '#kernel/time.ts';
import type { OrderStatus } from './order.process.ts';
import { orderTimes } from './order.times.ts';

interface DecidableOrder {
  status: OrderStatus;
  statusSince: Date;
  decisionAskedAt: Date | null;
}

/**
 * From when on either side may request a decision on an open problem, and when one did; null while no problem is open.
 */
export function decisionOf({
  status,
  statusSince,
  decisionAskedAt,
}: DecidableOrder): { possibleFrom: Date; askedAt: Date | null } | null {
  if (status !== 'disputed') return null;
  return { possibleFrom: addMs(statusSince, orderTimes.decideAfterMs), askedAt: decisionAskedAt };
}
