import { objectId } from '../../objects.ts';
import type { Account, Movement, Payout } from '../connect-objects.ts';
import { movementOf } from '../movements.ts';
import { underWay, untilReconciled } from './arrive-payout.ts';

export interface NewPayout {
  /** Unix seconds. */
  at: number;
  /** Null: the platform. */
  account: Account | null;
  currency: string;
  /** In minor units. */
  amount: number;
  /** By the schedule; else the owner started it. */
  isAutomatic: boolean;
  method?: Payout['method'];
  /** What Stripe takes of the balance besides. */
  fee?: number;
}

/** A payout, and its line of the balance. The caller stores both. */
export function newPayout({ at, account, currency, amount, isAutomatic, method = 'standard', fee = 0 }: NewPayout): {
  payout: Payout;
  out: Movement;
} {
  const id = objectId('po');
  const line = { created: at, type: 'payout', amount: -amount, fee, currency, source: id };
  const out = movementOf({ ...line, account: account?.id });
  const arrivesAt = at + (method === 'instant' ? instantly : underWay);
  const payout: Payout = {
    id,
    object: 'payout',
    created: at,
    amount,
    currency,
    status: 'in_transit',
    arrival_date: arrivesAt,
    automatic: isAutomatic,
    balance_transaction: out.id,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    destination: account?.sandbox.bank?.id ?? null,
    method,
    type: 'bank_account',
    reconciliation_status: isAutomatic ? 'in_progress' : 'not_applicable',
    metadata: {},
    livemode: false,
    sandbox: { account: account?.id, nextAt: isAutomatic ? at + untilReconciled : arrivesAt },
  };
  return { payout, out };
}

const instantly = 1_800;
