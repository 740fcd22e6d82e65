import type { PayoutAccount } from '#platform/payments/connect/connect.ts';

export const accountStates = ['started', 'in_review', 'active', 'restricted', 'closed', 'rejected'] as const;
export type AccountState = (typeof accountStates)[number];

type Facts = Pick<PayoutAccount, 'isClosed' | 'transfers' | 'bankPrint' | 'requirements'>;

/**
 * The state of a seller's account, by what Stripe says of it now. A new account is restricted at Stripe too: it counts
 * as started until its owner has entered a bank account.
 */
export function stateOf({ isClosed, transfers, bankPrint, requirements }: Facts): AccountState {
  if (isClosed) return 'closed';
  if (transfers === 'active' || transfers === 'rejected') return transfers;
  if (transfers === 'unsupported') return 'restricted';
  const waitsForMember = requirements.some(({ by }) => by === 'member');
  if (transfers === 'pending') return waitsForMember ? 'started' : 'in_review';
  return waitsForMember && bankPrint === null ? 'started' : 'restricted';
}

/** Stripe neither takes answers nor sends money any more. */
export const isOver = (state: AccountState): state is 'closed' | 'rejected' =>
  state === 'closed' || state === 'rejected';
