import type { PayoutFacts } from '#features/orders/index.server.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import type { SellersAccount } from '../accounts/account-state.ts';
import type { PauseReason } from '../model/payout.states.ts';

export interface Pause {
  reason: PauseReason;
  /** When it ends; null: a member or an admin has to act. */
  until: Date | null;
}

type Facts = Omit<PayoutFacts, 'orderId' | 'sellerId' | 'purchaseId' | 'currency' | 'fee' | 'chargeId' | 'completedAt'>;

/** Why the money of an order may not go to its seller now, whatever its hold; null: nothing speaks against it. */
function troubleOf(facts: Facts): PauseReason | null {
  if (facts.hasBankDispute) return 'bank_dispute';
  if (facts.status === 'disputed') return 'problem';
  if (facts.hasOpenWithdrawal) return 'withdrawal';
  if (facts.hasUnsentRefund) return 'refund';
  if (facts.status === 'canceled' || facts.status === 'refunded') return 'ended';
  if (facts.hasFraudWarning) return 'fraud_warning';
  if (facts.needsAttention) return 'attention';
  if (facts.isSellerSuspended) return 'suspended';
  return facts.deliveredAt === null ? 'not_delivered' : null;
}

/** Accounts of these states were active once, or never will be: nothing is released to them. */
const closedStates: readonly string[] = ['restricted', 'closed', 'rejected'];

interface Release {
  account: SellersAccount | null;
  dueAt: Date | null;
  paidAt: Date;
  decideAfterDays: number;
}

/** Why the money of an order is held. */
export function pauseOfRelease(
  facts: Facts,
  { account, dueAt, paidAt, decideAfterDays }: Release,
  now: Date,
): Pause | null {
  const trouble = troubleOf(facts) ?? (account && closedStates.includes(account.state) ? 'account' : null);
  if (trouble) return { reason: now < addMs(paidAt, decideAfterDays * dayMs) ? trouble : 'decide', until: null };
  return dueAt && now < dueAt ? { reason: 'hold', until: dueAt } : null;
}

/** Why released money is not sent. A warning of the bank has no end: an admin who released the money knew it. */
export function pauseOfTransfer(
  facts: Facts,
  { decidedAt }: { decidedAt: Date | null },
  account: SellersAccount | null,
  now: Date,
): Pause | null {
  const trouble = troubleOf(decidedAt ? { ...facts, hasFraudWarning: false } : facts);
  // The order was delivered, or an admin released its money.
  if (trouble && trouble !== 'not_delivered') return { reason: trouble, until: null };
  if (account?.state !== 'active' || account.stripeAccountId === null) return { reason: 'account', until: null };
  if (account.lacksTaxDetails) return { reason: 'tax_details', until: null };
  const { pausedUntil } = account;
  return pausedUntil && now < pausedUntil ? { reason: 'bank_changed', until: pausedUntil } : null;
}
