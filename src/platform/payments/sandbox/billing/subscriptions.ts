import type pg from 'pg';
import type { Clock } from '../../../clock/clock.ts';
import { recordEvent } from '../courier.ts';
import { badParam, noSuch } from '../errors.ts';
import { type Metadata, objectId, type Session, seconds } from '../objects.ts';
import { findObject, type Queryable, saveObjects } from '../store.ts';
import type { Invoice, Price, Subscription } from './billing-objects.ts';
import { premiumProduct } from './prices.ts';

export interface Books {
  pool: pg.Pool;
  clock: Clock;
  /** Base address of the hosted pages, without a trailing slash. */
  base: string;
}

/** The end of a subscription's n-th month: the same day as the anchor, or the last of a shorter month. */
export function periodEnd(anchor: number, periods: number): number {
  const start = new Date(anchor * 1000);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + periods);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return seconds(end);
}

/** Creates the objects of a paid checkout: the subscription and its first, paid invoice. */
export function startSubscription(
  session: Session,
  price: Price,
  card: string,
  now: number,
  base: string,
): { subscription: Subscription; invoice: Invoice } {
  const id = objectId('sub');
  const item: Subscription['items']['data'][0] = {
    id: objectId('si'),
    object: 'subscription_item',
    created: now,
    quantity: 1,
    price,
    current_period_start: now,
    current_period_end: periodEnd(now, 1),
    subscription: id,
  };
  const started: Subscription = {
    id,
    object: 'subscription',
    created: now,
    status: 'active',
    customer: session.customer ?? '',
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    start_date: now,
    billing_cycle_anchor: now,
    currency: price.currency,
    collection_method: 'charge_automatically',
    latest_invoice: null,
    items: { object: 'list', has_more: false, url: `/v1/subscription_items?subscription=${id}`, data: [item] },
    metadata: session.sandbox.subscription?.metadata ?? {},
    livemode: false,
    sandbox: { card, periods: 1, nextAt: item.current_period_end },
  };
  const open = invoiceFor(started, {
    reason: 'subscription_create',
    number: 1,
    email: session.customer_details?.email ?? null,
    now,
    base,
  });
  const invoice = paidInvoice({ ...open, attempted: true, attempt_count: 1 }, now);
  return { subscription: { ...started, latest_invoice: invoice.id }, invoice };
}

interface InvoiceInput {
  reason: Invoice['billing_reason'];
  number: number;
  email: string | null;
  now: number;
  base: string;
}

/** An open invoice for the subscription's current period. */
export function invoiceFor(subscription: Subscription, { reason, number, email, now, base }: InvoiceInput): Invoice {
  const id = objectId('in');
  const [item] = subscription.items.data;
  const { unit_amount: amount, currency } = item.price;
  const period = { start: item.current_period_start, end: item.current_period_end };
  const metadata: Metadata = subscription.metadata;
  return {
    id,
    object: 'invoice',
    created: now,
    number: `${subscription.id.slice(-8).toUpperCase()}-${String(number).padStart(4, '0')}`,
    customer: subscription.customer,
    customer_email: email,
    status: 'open',
    billing_reason: reason,
    currency,
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    subtotal: amount,
    total: amount,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    period_start: period.start,
    period_end: period.end,
    hosted_invoice_url: `${base}/invoices/${id}`,
    invoice_pdf: null,
    status_transitions: { finalized_at: now, paid_at: null, marked_uncollectible_at: null, voided_at: null },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata },
    },
    lines: {
      object: 'list',
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
      data: [
        {
          id: objectId('il'),
          object: 'line_item',
          amount,
          currency,
          description: `1 × ${String(premiumProduct.name)}`,
          quantity: 1,
          period,
        },
      ],
    },
    metadata: {},
    livemode: false,
  };
}

export function paidInvoice(invoice: Invoice, now: number): Invoice {
  return {
    ...invoice,
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  };
}

export async function lockSubscription(db: Queryable, id: string): Promise<Subscription> {
  const found = await findObject<Subscription>(db, 'subscription', id, true);
  if (!found) throw noSuch('subscription', id);
  return found;
}

/** Cancels at the end of the paid period, or takes that back. */
export async function setCancelAtPeriodEnd(
  db: Queryable,
  clock: Clock,
  id: string,
  cancel: boolean,
  metadata?: Metadata,
): Promise<Subscription> {
  const before = await lockSubscription(db, id);
  if (before.ended_at !== null)
    throw badParam(
      'cancel_at_period_end',
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  const now = seconds(clock.now());
  const after: Subscription = {
    ...before,
    cancel_at_period_end: cancel,
    cancel_at: cancel ? before.items.data[0].current_period_end : null,
    canceled_at: cancel ? (before.canceled_at ?? now) : null,
    cancellation_details: because(cancel ? 'cancellation_requested' : null),
    metadata: metadata ? { ...before.metadata, ...metadata } : before.metadata,
  };
  await saveObjects(db, [after]);
  await recordEvent(db, clock, 'customer.subscription.updated', after);
  return after;
}

/**
 * Ends the subscription now. As at Stripe, an open invoice stays open: it is not retried, and can be paid on its page
 * until it is voided.
 */
export async function endSubscription(
  db: Queryable,
  clock: Clock,
  before: Subscription,
  endedAt = seconds(clock.now()),
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
): Promise<Subscription> {
  const after: Subscription = {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? endedAt,
    ended_at: endedAt,
    cancellation_details: because(reason),
    sandbox: { ...before.sandbox, nextAt: null },
  };
  await saveObjects(db, [after]);
  await recordEvent(db, clock, 'customer.subscription.deleted', after);
  return after;
}

function because(reason: Subscription['cancellation_details']['reason']): Subscription['cancellation_details'] {
  return { comment: null, feedback: null, reason };
}
