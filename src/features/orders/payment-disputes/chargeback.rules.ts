import { chargebackState } from '#platform/payments/chargeback-state.ts';

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
