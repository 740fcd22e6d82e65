/**
 * What a payer's bank asks back of a payment; at Stripe a dispute. `won`: the money stays with the market, whichever
 * way it ended.
 */
export const chargebackStates = ['open', 'won', 'lost'] as const;
export type ChargebackState = (typeof chargebackStates)[number];

/** A word that Stripe adds one day counts as open: whoever waits moves no money. */
export function chargebackState(status: string): ChargebackState {
  if (status === 'lost') return 'lost';
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open';
}
