/** What the buyer's bank asks back of a payment; at Stripe a dispute. `won`: the money stays with the market, whichever way it ended. */
export const chargebackStates = ['open', 'won', 'lost'] as const;
export type ChargebackState = (typeof chargebackStates)[number];

/** A word that Stripe adds one day counts as open: whoever waits moves no money. */
export function chargebackState(status: string): ChargebackState {
  if (status === 'lost') return 'lost';
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open';
}

/** The bank waits for evidence. */
export const answerableStatuses: readonly string[] = ['needs_response', 'warning_needs_response'];

interface Answered {
  status: string;
  evidenceAskedAt: Date | null;
  /** The status that was answered. */
  evidenceFor: string | null;
}

/** Whether evidence can be sent now: once, and once more when a bank that had only asked goes on to take the money. */
export function canAnswer({ status, evidenceAskedAt, evidenceFor }: Answered): boolean {
  return answerableStatuses.includes(status) && (evidenceAskedAt === null || evidenceFor !== status);
}

/** Whether Stripe would refuse a refund until the bank has decided. While a bank only asks (an inquiry), a refund is what ends it best. */
export function blocksRefunds({ status, isRefundable }: { status: string; isRefundable: boolean }): boolean {
  return chargebackState(status) === 'open' && !isRefundable;
}
