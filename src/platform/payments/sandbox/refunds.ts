import * as z from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import { movementOf } from './connect/movements.ts';
import { recordEvent } from './courier.ts';
import { endBankCases, isHeldByBank } from './disputes/disputes.ts';
import { badParam, noSuch, StripeFault } from './errors.ts';
import type { Faults } from './faults.ts';
import { type Charge, objectId, type PaymentIntent, type Refund, seconds } from './objects.ts';
import type { Form } from './pages/form.ts';
import { metadata, readParams, whole } from './params.ts';
import { findObject, type Queryable, saveObjects } from './store.ts';

const createParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: whole.min(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand: z.array(z.string()).optional(),
});

/** `POST /v1/refunds`. Locks the charge's row, so that refunds never exceed the captured amount. */
export async function createRefund(db: Queryable, clock: Clock, form: Form, fault: Faults['refunds']): Promise<Refund> {
  const params = readParams(createParams, form);
  const charge = await chargeToRefund(db, params.payment_intent, params.charge);
  if (fault === 'refuse' || (await isHeldByBank(db, charge))) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new StripeFault(400, { type: 'invalid_request_error', code: 'charge_disputed', message });
  }
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  }
  const amount = params.amount ?? left;
  if (amount > left)
    throw badParam('amount', `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
  const id = objectId('re');
  const created = seconds(clock.now());
  const movement = movementOf({ created, type: 'refund', amount: -amount, currency: charge.currency, source: id });
  const refund: Refund = {
    id,
    object: 'refund',
    created,
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    status: 'succeeded',
    failure_reason: null,
    balance_transaction: movement.id,
    failure_balance_transaction: null,
    metadata: params.metadata ?? {},
  };
  const refunded = charge.amount_refunded + amount;
  const after: Charge = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount_captured };
  await saveObjects(db, [refund, movement, after]);
  await recordEvent(db, clock, 'refund.created', refund);
  await recordEvent(db, clock, 'charge.refunded', after);
  if (after.refunded) await endBankCases(db, clock, charge.payment_intent);
  if (fault === 'fail') await failRefund(db, clock, refund, after);
  return refund;
}

/** The bank returns a refund: the money is in the merchant's balance again, and the charge can be refunded again. */
async function failRefund(db: Queryable, clock: Clock, refund: Refund, charge: Charge): Promise<void> {
  const { amount, currency, id: source } = refund;
  const back = movementOf({ created: seconds(clock.now()), type: 'refund_failure', amount, currency, source });
  const failed: Refund = {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: back.id,
  };
  await saveObjects(db, [
    failed,
    back,
    { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false },
  ]);
  for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed'])
    await recordEvent(db, clock, type, failed);
}

async function chargeToRefund(
  db: Queryable,
  intentId: string | undefined,
  chargeId: string | undefined,
): Promise<Charge> {
  let id = chargeId;
  if (intentId !== undefined) {
    const intent = await findObject<PaymentIntent>(db, 'payment_intent', intentId);
    if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent');
    if (intent.status !== 'succeeded' || !intent.latest_charge) {
      throw badParam('payment_intent', `This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
    }
    id = intent.latest_charge;
  }
  if (id === undefined)
    throw badParam(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const charge = await findObject<Charge>(db, 'charge', id, true);
  if (!charge) throw noSuch('charge', id, 'charge');
  if (!charge.paid) throw badParam('charge', `Charge ${id} was not successful and cannot be refunded.`);
  return charge;
}
