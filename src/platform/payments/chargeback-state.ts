/** States of a chargeback (a dispute at Stripe). `won`: the money stays with the platform, however the case ended. */
export const chargebackStates = ['open', 'won', 'lost'] as const;
export type ChargebackState = (typeof chargebackStates)[number];

/** Unknown statuses of Stripe count as open, which moves no money. */
export function chargebackState(status: string): ChargebackState {
  if (status === 'lost') return 'lost';
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open';
}
