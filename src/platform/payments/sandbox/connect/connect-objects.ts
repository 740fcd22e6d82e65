import type { Metadata, StripeObject } from '../objects.ts';

export type Step =
  | 'new'
  | 'document_missing'
  | 'document_asked'
  | 'document_overdue'
  | 'in_review'
  | 'verified'
  | 'rejected';

/** A seller's account of `/v2/core/accounts`. The sandbox keeps its state in `sandbox`; `showAccount` derives the rest. */
export interface Account extends StripeObject {
  object: 'v2.core.account';
  contact_email: string;
  display_name: string | null;
  metadata: Metadata;
  sandbox: {
    /** Two upper-case letters. */
    country: string;
    /** How far its verification is. `document_asked`: verified, and a document is asked for with a deadline. */
    step: Step;
    /** An operator of the sandbox restricts an account that was verified. */
    isRestricted: boolean;
    isClosed: boolean;
    bank: BankAccount | null;
    /** When the review of the sandbox ends, in Unix seconds. */
    reviewedAt: number | null;
    /** Until when a document must be there. */
    deadlineAt: number | null;
  };
}

export interface BankAccount {
  /** A payout method at Stripe. */
  id: string;
  last4: string;
  currency: string;
  /** It sent a payout back. */
  isErrored?: boolean;
}

export interface AccountLink extends StripeObject {
  object: 'v2.core.account_link';
  account: string;
  expires_at: number;
  url: string;
  use_case: { type: string; [kind: string]: unknown };
  sandbox: { refreshUrl: string; returnUrl: string | null; isUsed: boolean };
}

export interface LoginLink extends StripeObject {
  object: 'login_link';
  url: string;
  sandbox: { accountId: string };
}

/** A line of a balance; the status depends on the clock and is derived when it is shown. */
export interface Movement extends StripeObject {
  object: 'balance_transaction';
  type: string;
  amount: number;
  fee: number;
  net: number;
  currency: string;
  /** Unix seconds. */
  available_on: number;
  source: string;
  sandbox?: {
    /** The connected account; absent for the platform. */
    account?: string | undefined;
    /** The payout that took it to the bank. */
    payout?: string | undefined;
  };
}

export interface Transfer extends StripeObject {
  object: 'transfer';
  amount: number;
  amount_reversed: number;
  currency: string;
  destination: string;
  destination_payment: string;
  source_transaction: string | null;
  transfer_group: string | null;
  balance_transaction: string;
  reversed: boolean;
  metadata: Metadata;
}

export interface Payout extends StripeObject {
  object: 'payout';
  amount: number;
  currency: string;
  status: 'in_transit' | 'paid' | 'failed';
  arrival_date: number;
  automatic: boolean;
  method: 'standard' | 'instant';
  /** Stripe names no lines of a payout that was started by hand. */
  reconciliation_status: 'in_progress' | 'completed' | 'not_applicable';
  balance_transaction: string;
  failure_balance_transaction: string | null;
  failure_code: string | null;
  failure_message: string | null;
  destination: string | null;
  sandbox: { account?: string | undefined; nextAt: number | null };
}

export type Interval = 'manual' | 'daily' | 'weekly' | 'monthly';

/** The payout settings of the platform or a connected account. */
export interface BalanceSettings extends StripeObject {
  object: 'balance_settings';
  interval: Interval;
  minimum_balance_by_currency: Record<string, number> | null;
  debit_negative_balances: boolean;
  delay_days_override: number | null;
  sandbox: { account?: string | undefined; nextAt: number | null };
}
