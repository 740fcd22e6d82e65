import { randomBytes } from 'node:crypto';
import type { FormValue } from './pages/form.ts';

/** A Stripe object as the API returns it: these three fields, the rest depends on its kind. */
export interface StripeObject {
  id: string;
  object: string;
  created: number;
  [field: string]: unknown;
}

export function objectId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`;
}

/** Unix seconds, as in all of Stripe's times. */
export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

export interface Address {
  line1: string;
  line2: string | null;
  city: string;
  state: string | null;
  postal_code: string;
  country: string;
}

export type Metadata = Record<string, string>;

export interface LineItem {
  id: string;
  object: 'item';
  description: string;
  quantity: number;
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  price: {
    id: string;
    object: 'price';
    currency: string;
    unit_amount: number;
    type: 'one_time' | 'recurring';
    product: string;
  };
}

export interface Session extends StripeObject {
  object: 'checkout.session';
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  expires_at: number;
  success_url: string;
  cancel_url: string | null;
  url: string | null;
  client_reference_id: string | null;
  customer_email: string | null;
  customer_details: {
    email: string | null;
    name: string | null;
    address: Address | null;
    phone: null;
    tax_exempt: 'none';
    tax_ids: [];
  } | null;
  collected_information: { shipping_details: { name: string; address: Address } | null } | null;
  shipping_address_collection: { allowed_countries: string[] } | null;
  payment_intent: string | null;
  customer: string | null;
  subscription: string | null;
  invoice: string | null;
  metadata: Metadata;
  livemode: false;
  /** Stored with the session, returned by `/line_items` and by expansion only. */
  sandbox: {
    lineItems: LineItem[];
    shippingName: string | null;
    intent: {
      metadata: Metadata;
      description: string | null;
      transfer_group: string | null;
      shipping: Shipping | null;
    };
    /** The last card number entered. */
    card?: string | undefined;
    /**
     * For a subscription's checkout, which has no visible payment: the subscription to start, and its first payment.
     */
    subscription?: { price: string; metadata: Metadata; intentId?: string | undefined; card?: string | undefined };
  };
}

export interface PaymentIntent extends StripeObject {
  object: 'payment_intent';
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  amount: number;
  amount_received: number;
  currency: string;
  latest_charge: string | null;
  last_payment_error: { type: 'card_error'; code: string; message: string } | null;
  /** Names the transfers of the payment. */
  transfer_group: string | null;
  /** The address that the shop knew before. */
  shipping: Shipping | null;
  metadata: Metadata;
  livemode: false;
}

/** A name and an address, as a request sends them. */
export interface Shipping {
  name: string;
  address: { line1: string; [part: string]: string | undefined };
}

export interface Charge extends StripeObject {
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  refunded: boolean;
  paid: boolean;
  captured: boolean;
  status: 'succeeded' | 'failed';
  currency: string;
  payment_intent: string;
  /** What it moved in the balance; null for a payment that failed. */
  balance_transaction: string | null;
  /** Whether a bank has ever disputed it. */
  disputed: boolean;
  payment_method_details: { type: 'card'; card: { fingerprint: string; last4: string } } | null;
  transfer_group: string | null;
  metadata: Metadata;
  livemode: false;
}

export interface Refund extends StripeObject {
  object: 'refund';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string | null;
  status: 'succeeded' | 'failed';
  failure_reason: string | null;
  balance_transaction: string;
  failure_balance_transaction: string | null;
  metadata: Metadata;
}

export interface Dispute extends StripeObject {
  object: 'dispute';
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost';
  reason: string;
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  is_charge_refundable: boolean;
  /** Withdrawals and reinstatements. */
  balance_transactions: StripeObject[];
  evidence: Record<string, string | undefined>;
  evidence_details: {
    due_by: number;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
    submission_method: 'manual' | 'not_submitted';
    enhanced_eligibility: Record<string, never>;
  };
  enhanced_eligibility_types: [];
  intended_submission_method: null;
  metadata: Metadata;
  livemode: false;
}

export interface FraudWarning extends StripeObject {
  object: 'radar.early_fraud_warning';
  actionable: boolean;
  fraud_type: string;
  charge: string;
  payment_intent: string;
  livemode: false;
}

export interface StripeEvent extends StripeObject {
  object: 'event';
  type: string;
  api_version: string;
  livemode: false;
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
  data: { object: StripeObject };
  /** The connected account. */
  account?: string;
}

/** An object as the API returns it, without the sandbox's fields. */
export function shown(object: StripeObject): StripeObject {
  const { sandbox: _notes, ...rest } = object;
  return rest as StripeObject;
}

/** The `expand[]` of a request. */
export function expansions(value: FormValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((path): path is string => typeof path === 'string') : [];
}
