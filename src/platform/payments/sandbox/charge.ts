import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { premiumPrice } from './billing/prices.ts';
import { type Books, startSubscription } from './billing/subscriptions.ts';
import { answerFor, digitsOf } from './cards.ts';
import type { Movement } from './connect/connect-objects.ts';
import { availableFrom, chargeFee, movementOf } from './connect/movements.ts';
import { recordEvent } from './courier.ts';
import { noSuch } from './errors.ts';
import { type Address, type Charge, objectId, type PaymentIntent, type Session, seconds } from './objects.ts';
import { findObject, inTransaction, type Queryable, saveObjects } from './store.ts';

export interface Buyer {
  card: string;
  name: string;
  email: string | null;
  /** Null where the session collects none. */
  address: Address | null;
}

export type PayResult =
  | { kind: 'paid'; redirectUrl: string }
  | { kind: 'declined'; code: string; message: string }
  | { kind: 'requires_action' }
  | { kind: 'closed'; message: string };

/** Pays a session on the hosted page. Paying a paid session changes nothing and redirects to the same address. */
export async function paySession({ pool, clock, base }: Books, sessionId: string, buyer: Buyer): Promise<PayResult> {
  return inTransaction(pool, async (db) => {
    const session = await lockSession(db, clock, sessionId);
    const closed = closedResult(session);
    if (closed) return closed;
    const answer = answerFor(buyer.card);
    const intent = await intentOf(db, clock, session);
    const named = withBuyer(session, buyer, intent.id);
    if (answer.kind === 'approved') return capture(db, clock, named, intent, base);
    if (answer.kind === 'authenticate') {
      const waiting: PaymentIntent = { ...intent, status: 'requires_action' };
      await saveObjects(db, [named, waiting]);
      await recordEvent(db, clock, 'payment_intent.requires_action', waiting);
      return { kind: 'requires_action' };
    }
    return decline(db, clock, named, intent, answer.code, answer.message);
  });
}

/** The bank's page after `requires_action`: approves or refuses the payment. */
export async function authenticateSession(
  { pool, clock, base }: Books,
  sessionId: string,
  approve: boolean,
): Promise<PayResult> {
  return inTransaction(pool, async (db) => {
    const session = await lockSession(db, clock, sessionId);
    const closed = closedResult(session);
    if (closed) return closed;
    const intent = await findIntent(db, session);
    if (intent?.status !== 'requires_action')
      return { kind: 'closed', message: 'There is nothing to authenticate on this page.' };
    if (approve) return capture(db, clock, session, intent, base);
    return decline(
      db,
      clock,
      session,
      intent,
      'payment_intent_authentication_failure',
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    );
  });
}

/** The session at the clock's current time: an overdue one is expired when it is read. */
export async function lockSession(db: Queryable, clock: Clock, id: string): Promise<Session> {
  const session = await findObject<Session>(db, 'checkout.session', id, true);
  if (!session) throw noSuch('checkout.session', id);
  return session.status === 'open' && session.expires_at <= seconds(clock.now())
    ? endSession(db, clock, session)
    : session;
}

export async function endSession(db: Queryable, clock: Clock, session: Session): Promise<Session> {
  const ended: Session = { ...session, status: 'expired', url: null };
  await saveObjects(db, [ended]);
  await recordEvent(db, clock, 'checkout.session.expired', ended);
  return ended;
}

export function redirectUrlOf(session: Session): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function closedResult(session: Session): PayResult | null {
  if (session.status === 'complete') return { kind: 'paid', redirectUrl: redirectUrlOf(session) };
  if (session.status === 'expired')
    return { kind: 'closed', message: 'This checkout page has expired. Go back to the shop to start again.' };
  return null;
}

function withBuyer(session: Session, buyer: Buyer, intentId: string): Session {
  const { subscription } = session.sandbox;
  return {
    ...session,
    ...(subscription
      ? { sandbox: { ...session.sandbox, subscription: { ...subscription, intentId, card: digitsOf(buyer.card) } } }
      : { sandbox: { ...session.sandbox, card: digitsOf(buyer.card) }, payment_intent: intentId }),
    customer_details: {
      email: buyer.email ?? session.customer_email,
      name: buyer.name,
      address: buyer.address,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    collected_information: { shipping_details: buyer.address ? { name: buyer.name, address: buyer.address } : null },
  };
}

async function findIntent(db: Queryable, session: Session): Promise<PaymentIntent | null> {
  const id = session.payment_intent ?? session.sandbox.subscription?.intentId;
  return id ? findObject<PaymentIntent>(db, 'payment_intent', id, true) : null;
}

async function intentOf(db: Queryable, clock: Clock, session: Session): Promise<PaymentIntent> {
  const existing = await findIntent(db, session);
  if (existing) return existing;
  const intent: PaymentIntent = {
    id: objectId('pi'),
    object: 'payment_intent',
    created: seconds(clock.now()),
    status: 'requires_payment_method',
    amount: session.amount_total,
    amount_received: 0,
    currency: session.currency,
    customer: session.customer,
    latest_charge: null,
    last_payment_error: null,
    description: session.sandbox.intent.description,
    transfer_group: session.sandbox.intent.transfer_group,
    shipping: session.sandbox.intent.shipping ?? null,
    payment_method_types: ['card'],
    metadata: session.sandbox.intent.metadata,
    livemode: false,
  };
  await recordEvent(db, clock, 'payment_intent.created', intent);
  return intent;
}

async function capture(
  db: Queryable,
  clock: Clock,
  session: Session,
  intent: PaymentIntent,
  base: string,
): Promise<PayResult> {
  const { charge, movement } = settledCharge(chargeOf(seconds(clock.now()), intent, true, cardOf(session)));
  const paid: PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
  };
  const done = { status: 'complete', payment_status: 'paid', url: null } as const;
  const { subscription: requested } = session.sandbox;
  const started =
    requested &&
    startSubscription(session, premiumPrice(requested.price), requested.card ?? '', seconds(clock.now()), base);
  const complete: Session = started
    ? { ...session, ...done, subscription: started.subscription.id, invoice: started.invoice.id }
    : { ...session, ...done, payment_intent: intent.id };
  await saveObjects(db, [
    charge,
    movement,
    paid,
    complete,
    ...(started ? [started.subscription, started.invoice] : []),
  ]);
  if (started) {
    await recordEvent(db, clock, 'customer.subscription.created', started.subscription);
    await recordEvent(db, clock, 'invoice.paid', started.invoice);
  }
  await recordEvent(db, clock, 'charge.succeeded', charge);
  await recordEvent(db, clock, 'payment_intent.succeeded', paid);
  await recordEvent(db, clock, 'checkout.session.completed', complete);
  return { kind: 'paid', redirectUrl: redirectUrlOf(complete) };
}

async function decline(
  db: Queryable,
  clock: Clock,
  session: Session,
  intent: PaymentIntent,
  code: string,
  message: string,
): Promise<PayResult> {
  const charge = chargeOf(seconds(clock.now()), intent, false);
  const failed: PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    latest_charge: charge.id,
    last_payment_error: { type: 'card_error', code, message },
  };
  await saveObjects(db, [charge, failed, session]);
  await recordEvent(db, clock, 'charge.failed', charge);
  await recordEvent(db, clock, 'payment_intent.payment_failed', failed);
  return { kind: 'declined', code, message };
}

/**
 * The card as Stripe identifies it, the same for each payment with it. All test buyers share a few numbers, so the name
 * is part of the fingerprint.
 */
function cardOf({ sandbox, customer_details }: Session): Charge['payment_method_details'] {
  if (!sandbox.card) return null;
  const name = (customer_details?.name ?? '').trim().toLowerCase();
  const fingerprint = createHash('sha256').update(`${sandbox.card} ${name}`).digest('base64url').slice(0, 16);
  return { type: 'card', card: { fingerprint, last4: sandbox.card.slice(-4) } };
}

/** A successful payment, with what it moves in the platform's balance. */
export function settledCharge(charge: Charge): { charge: Charge; movement: Movement } {
  const { id, created, amount, currency } = charge;
  const movement = movementOf({
    created,
    type: 'charge',
    amount,
    fee: chargeFee(amount),
    currency,
    source: id,
    availableOn: availableFrom(created),
  });
  return { charge: { ...charge, balance_transaction: movement.id }, movement };
}

export function chargeOf(
  created: number,
  intent: PaymentIntent,
  succeeded: boolean,
  details: Charge['payment_method_details'] = null,
): Charge {
  return {
    id: objectId('ch'),
    object: 'charge',
    created,
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    refunded: false,
    paid: succeeded,
    captured: succeeded,
    status: succeeded ? 'succeeded' : 'failed',
    currency: intent.currency,
    payment_intent: intent.id,
    balance_transaction: null,
    disputed: false,
    payment_method_details: details,
    transfer_group: intent.transfer_group,
    metadata: intent.metadata,
    livemode: false,
  };
}
