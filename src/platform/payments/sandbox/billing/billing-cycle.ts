import type { Clock } from '../../../clock/clock.ts';
import { renewalAnswerFor } from '../cards.ts';
import { chargeOf, settledCharge } from '../charge.ts';
import { recordEvent } from '../courier.ts';
import { badParam, noSuch, StripeFault } from '../errors.ts';
import { objectId, type PaymentIntent, seconds } from '../objects.ts';
import { findObject, inTransaction, type Queryable, saveObjects } from '../store.ts';
import type { Invoice, Subscription } from './billing-objects.ts';
import { type Books, endSubscription, invoiceFor, lockSubscription, paidInvoice, periodEnd } from './subscriptions.ts';

const day = 86_400;
/** Days between tries of a failed payment; after the last the subscription is canceled, as by default at Stripe. */
const retryAfterDays = [3, 5, 7];

/**
 * Renews, retries and ends subscriptions that are due. A long jump of the clock runs through each period at its own
 * time.
 */
export async function runBilling({ pool, clock, base }: Books): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ id: string }>(
      `select id from sandbox_stripe_object where object = 'subscription' and (data #>> '{sandbox,nextAt}')::bigint <= $1
       order by (data #>> '{sandbox,nextAt}')::bigint limit 500`,
      [seconds(clock.now())],
    );
    if (rows.length === 0) return;
    for (const { id } of rows) await inTransaction(pool, (db) => step(db, clock, id, base));
  }
}

async function step(db: Queryable, clock: Clock, id: string, base: string): Promise<void> {
  const subscription = await lockSubscription(db, id);
  const at = subscription.sandbox.nextAt;
  if (at === null || at > seconds(clock.now())) return;
  if (subscription.status === 'past_due') return tryAgain(db, clock, subscription, at);
  if (subscription.cancel_at_period_end) {
    await endSubscription(db, clock, subscription, at);
    return;
  }
  const periods = subscription.sandbox.periods + 1;
  const [item] = subscription.items.data;
  const period = {
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(subscription.billing_cycle_anchor, periods),
  };
  const renewed: Subscription = {
    ...subscription,
    items: { ...subscription.items, data: [{ ...item, ...period }] },
    sandbox: { ...subscription.sandbox, periods },
  };
  const email = await emailOf(db, subscription);
  const invoice = invoiceFor(renewed, { reason: 'subscription_cycle', number: periods, email, now: at, base });
  await recordEvent(db, clock, 'invoice.created', invoice, false);
  await collect(db, clock, { ...renewed, latest_invoice: invoice.id }, invoice, at);
}

async function tryAgain(db: Queryable, clock: Clock, subscription: Subscription, at: number): Promise<void> {
  const invoice = subscription.latest_invoice
    ? await findObject<Invoice>(db, 'invoice', subscription.latest_invoice, true)
    : null;
  if (invoice?.status === 'open') await collect(db, clock, subscription, invoice, at);
  else await endSubscription(db, clock, subscription, at, 'payment_failed');
}

/** Charges an open invoice and handles the bank's answer. */
async function collect(
  db: Queryable,
  clock: Clock,
  subscription: Subscription,
  invoice: Invoice,
  at: number,
): Promise<void> {
  const attempts = invoice.attempt_count + 1;
  const tried: Invoice = { ...invoice, attempted: true, attempt_count: attempts };
  if (renewalAnswerFor(subscription.sandbox.card).kind === 'approved')
    return settle(db, clock, subscription, tried, at);
  const pause = retryAfterDays[attempts - 1];
  const nextTry = pause === undefined ? null : at + pause * day;
  const failed: Invoice = { ...tried, next_payment_attempt: nextTry };
  await saveObjects(db, [failed]);
  await recordEvent(db, clock, 'invoice.payment_failed', failed);
  const late: Subscription = {
    ...subscription,
    status: 'past_due',
    sandbox: { ...subscription.sandbox, nextAt: nextTry },
  };
  if (nextTry === null) {
    await endSubscription(db, clock, late, at, 'payment_failed');
    return;
  }
  await saveObjects(db, [late]);
  if (subscription.status !== 'past_due') await recordEvent(db, clock, 'customer.subscription.updated', late);
}

async function settle(
  db: Queryable,
  clock: Clock,
  subscription: Subscription,
  invoice: Invoice,
  at: number,
): Promise<void> {
  await bookPaid(db, clock, invoice, at);
  const active: Subscription = {
    ...subscription,
    status: 'active',
    sandbox: { ...subscription.sandbox, nextAt: subscription.items.data[0].current_period_end },
  };
  await saveObjects(db, [active]);
  await recordEvent(db, clock, 'customer.subscription.updated', active);
}

async function bookPaid(db: Queryable, clock: Clock, invoice: Invoice, at: number): Promise<void> {
  const paid = paidInvoice(invoice, at);
  const intent: PaymentIntent = {
    id: objectId('pi'),
    object: 'payment_intent',
    created: at,
    status: 'succeeded',
    amount: paid.amount_due,
    amount_received: paid.amount_due,
    currency: paid.currency,
    customer: paid.customer,
    latest_charge: null,
    last_payment_error: null,
    transfer_group: null,
    shipping: null,
    metadata: {},
    livemode: false,
  };
  const { charge, movement } = settledCharge(chargeOf(at, intent, true));
  await saveObjects(db, [paid, { ...intent, latest_charge: charge.id }, charge, movement]);
  await recordEvent(db, clock, 'invoice.paid', paid);
}

/**
 * Pays an invoice on its hosted page. The invoice of an ended subscription is paid without reviving it, as at Stripe.
 */
export async function payInvoice(db: Queryable, clock: Clock, id: string): Promise<void> {
  const known = await findObject<Invoice>(db, 'invoice', id);
  const subscription = await lockSubscription(db, known?.parent.subscription_details.subscription ?? '');
  const invoice = await findObject<Invoice>(db, 'invoice', id, true);
  if (!invoice || !isPayable(invoice)) throw badParam('invoice', 'This invoice can no longer be paid.');
  const at = seconds(clock.now());
  const tried: Invoice = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
  if (subscription.ended_at === null) await settle(db, clock, subscription, tried, at);
  else await bookPaid(db, clock, tried, at);
}

/** Voids an invoice permanently; throws Stripe's error where it is not open. */
export async function voidInvoice(db: Queryable, clock: Clock, id: string): Promise<Invoice> {
  const invoice = await findObject<Invoice>(db, 'invoice', id, true);
  if (!invoice) throw noSuch('invoice', id);
  if (!isPayable(invoice)) {
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      message: "You can only pass in open invoices. This invoice isn't open.",
    });
  }
  const transitions = { ...invoice.status_transitions, voided_at: seconds(clock.now()) };
  const voided: Invoice = { ...invoice, status: 'void', next_payment_attempt: null, status_transitions: transitions };
  await saveObjects(db, [voided]);
  await recordEvent(db, clock, 'invoice.voided', voided);
  return voided;
}

export function isPayable({ status }: Invoice): boolean {
  return status === 'open' || status === 'uncollectible';
}

/** Sets a new card in the portal and charges an overdue invoice at once. */
export async function replaceCard(db: Queryable, clock: Clock, id: string, card: string): Promise<Subscription> {
  const before = await lockSubscription(db, id);
  if (before.ended_at !== null) throw badParam('subscription', 'This subscription has ended.');
  const withCard: Subscription = { ...before, sandbox: { ...before.sandbox, card } };
  await saveObjects(db, [withCard]);
  if (before.status === 'past_due' && before.latest_invoice) {
    const invoice = await findObject<Invoice>(db, 'invoice', before.latest_invoice, true);
    if (invoice?.status === 'open') await collect(db, clock, withCard, invoice, seconds(clock.now()));
  }
  return lockSubscription(db, id);
}

async function emailOf(db: Queryable, subscription: Subscription): Promise<string | null> {
  const customer = await findObject(db, 'customer', subscription.customer);
  return typeof customer?.email === 'string' ? customer.email : null;
}
