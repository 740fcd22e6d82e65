import type { ShippingFigures } from '#features/shipping/index.server.ts';
import { chargebackState } from '#platform/payments/chargeback-state.ts';
import type { OrderStatus } from '../model/order.process.ts';

/** The bank waits for evidence. */
export const answerableStatuses: readonly string[] = ['needs_response', 'warning_needs_response'];

interface Answered {
  status: string;
  evidenceAskedAt: Date | null;
  /** The status that was answered. */
  evidenceFor: string | null;
}

/** Whether evidence can be sent now: once, and once more when an inquiry becomes a chargeback. */
export function canAnswer({ status, evidenceAskedAt, evidenceFor }: Answered): boolean {
  return answerableStatuses.includes(status) && (evidenceAskedAt === null || evidenceFor !== status);
}

/** Whether Stripe would refuse a refund until the bank has decided. An inquiry is best ended by a refund. */
export function blocksRefunds({ status, isRefundable }: { status: string; isRefundable: boolean }): boolean {
  return chargebackState(status) === 'open' && !isRefundable;
}

interface Disputed {
  status: OrderStatus;
  trackingNumber: string | null;
  /** Signs say that buyer and seller are one person. */
  isSelfBought: boolean;
}

/**
 * What the market bears of money that a bank took, in minor units: of a tracked and delivered order that the buyer says
 * to know nothing of, at most the host's figure. Nothing of an order between accounts of one person.
 */
export function coverOfDispute(
  { status, trackingNumber, isSelfBought }: Disputed,
  { reason, amount }: { reason: string; amount: number },
  { fraudCover }: Pick<ShippingFigures, 'fraudCover'>,
): number {
  const isDelivered = status === 'delivered' || status === 'completed';
  const isProtected = reason === 'fraudulent' && isDelivered && trackingNumber !== null && !isSelfBought;
  return isProtected ? Math.min(amount, fraudCover) : 0;
}
