import type { Metadata, StripeObject } from '../objects.ts';

export type SubscriptionStatus =
  | 'trialing'
  | 'active'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused';

export interface Price extends StripeObject {
  object: 'price';
  currency: string;
  unit_amount: number;
  recurring: { interval: 'month'; interval_count: number };
  product: string;
}

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  created: number;
  quantity: number;
  price: Price;
  current_period_start: number;
  current_period_end: number;
  subscription: string;
}

export interface Subscription extends StripeObject {
  object: 'subscription';
  status: SubscriptionStatus;
  customer: string;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  canceled_at: number | null;
  ended_at: number | null;
  cancellation_details: { comment: null; feedback: null; reason: 'cancellation_requested' | 'payment_failed' | null };
  start_date: number;
  billing_cycle_anchor: number;
  latest_invoice: string | null;
  items: { object: 'list'; has_more: false; url: string; data: [SubscriptionItem] };
  metadata: Metadata;
  livemode: false;
  sandbox: {
    /** The test card that pays; its number decides the bank's answer. */
    card: string;
    /** Number of periods started since the anchor. */
    periods: number;
    /** The next renewal, retry or end. Null: none. */
    nextAt: number | null;
  };
}

export interface Invoice extends StripeObject {
  object: 'invoice';
  number: string;
  customer: string;
  customer_email: string | null;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  billing_reason: 'subscription_create' | 'subscription_cycle';
  currency: string;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  total: number;
  subtotal: number;
  attempt_count: number;
  attempted: boolean;
  next_payment_attempt: number | null;
  period_start: number;
  period_end: number;
  hosted_invoice_url: string;
  invoice_pdf: null;
  status_transitions: {
    finalized_at: number;
    paid_at: number | null;
    marked_uncollectible_at: null;
    voided_at: number | null;
  };
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { subscription: string; metadata: Metadata };
  };
  lines: { object: 'list'; has_more: false; url: string; data: InvoiceLine[] };
  metadata: Metadata;
  livemode: false;
}

interface InvoiceLine {
  id: string;
  object: 'line_item';
  amount: number;
  currency: string;
  description: string;
  quantity: number;
  period: { start: number; end: number };
}

export interface Customer extends StripeObject {
  object: 'customer';
  email: string | null;
  name: string | null;
  metadata: Metadata;
  livemode: false;
}

export interface PortalSession extends StripeObject {
  object: 'billing_portal.session';
  customer: string;
  return_url: string | null;
  url: string;
  livemode: false;
}
