import type pg from 'pg';
import * as z from 'zod';
import type { Clock } from '../../../clock/clock.ts';
import { disputeFee, movementOf } from '../connect/movements.ts';
import { recordEvent } from '../courier.ts';
import { badParam, noSuch, StripeFault } from '../errors.ts';
import { type Charge, type Dispute, type FraudWarning, objectId, type PaymentIntent, seconds } from '../objects.ts';
import type { Form } from '../pages/form.ts';
import { metadata, readParams, yesNo } from '../params.ts';
import { findObject, inTransaction, listObjects, type Queryable, saveObjects } from '../store.ts';
import { requireFile } from './files.ts';

/** The bank's deadline for an answer, in seconds. */
const answerWithin = 7 * 24 * 3600;

export interface Raised {
  paymentIntent: string;
  /** Whole minor units; the whole charge where absent. */
  amount?: number | undefined;
  reason: string;
  /** An inquiry: the bank withdraws nothing yet. */
  inquiry: boolean;
}

/** Raises a dispute of the cardholder's bank, which withdraws the money at once or only inquires. */
export async function raiseDispute(
  db: Queryable,
  clock: Clock,
  { paymentIntent, amount, reason, inquiry }: Raised,
): Promise<Dispute> {
  const charge = await lockCharge(db, paymentIntent);
  if (amount !== undefined && amount > charge.amount_captured)
    throw badParam('amount', 'The amount must be at most the paid amount.');
  const created = seconds(clock.now());
  const dispute: Dispute = {
    id: objectId('du'),
    object: 'dispute',
    created,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    reason,
    amount: amount ?? charge.amount_captured,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    is_charge_refundable: inquiry,
    balance_transactions: [],
    evidence: {},
    evidence_details: {
      due_by: created + answerWithin,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
      enhanced_eligibility: {},
    },
    enhanced_eligibility_types: [],
    intended_submission_method: null,
    metadata: {},
    livemode: false,
  };
  await saveObjects(db, [{ ...charge, disputed: true }]);
  const raised = inquiry ? dispute : withFunds(dispute, -1, created);
  await change(db, clock, raised, ['created', ...(inquiry ? [] : (['funds_withdrawn'] as const))]);
  await endWarnings(db, clock, charge.payment_intent);
  return raised;
}

export type Outcome = 'won' | 'lost' | 'escalated';

/** The bank's decision; an inquiry may be escalated to a withdrawal. */
export async function decideDispute(db: Queryable, clock: Clock, id: string, outcome: Outcome): Promise<Dispute> {
  const dispute = await findObject<Dispute>(db, 'dispute', id, true);
  if (!dispute) throw noSuch('dispute', id);
  const isInquiry = dispute.status.startsWith('warning_');
  if (isDecided(dispute)) throw badParam('', `This dispute is already ${dispute.status}.`);
  if (isInquiry ? outcome === 'lost' : outcome === 'escalated')
    throw badParam('outcome', isInquiry ? 'An inquiry must be won or escalated.' : 'A dispute must be won or lost.');
  const now = seconds(clock.now());
  if (outcome === 'escalated') {
    const taken = withFunds({ ...dispute, status: 'needs_response', is_charge_refundable: false }, -1, now);
    return change(db, clock, taken, ['updated', 'funds_withdrawn']);
  }
  if (outcome === 'lost') return change(db, clock, { ...dispute, status: 'lost' }, ['closed']);
  if (isInquiry) return change(db, clock, { ...dispute, status: 'warning_closed' }, ['closed']);
  const given = withFunds({ ...dispute, status: 'won', is_charge_refundable: true }, 1, now);
  return change(db, clock, given, ['closed', 'funds_reinstated']);
}

const evidenceFields =
  'access_activity_log billing_address customer_email_address customer_name customer_purchase_ip product_description refund_policy_disclosure refund_refusal_explanation service_date shipping_address shipping_carrier shipping_date shipping_tracking_number uncategorized_text'.split(
    ' ',
  );
/** Of these the value is the id of an uploaded file. */
const fileFields =
  'customer_communication receipt refund_policy service_documentation shipping_documentation uncategorized_file'.split(
    ' ',
  );
const updateParams = z.strictObject({
  evidence: z
    .strictObject(
      Object.fromEntries([...evidenceFields, ...fileFields].map((name) => [name, z.string().max(20_000).optional()])),
    )
    .refine(
      (given) => Object.values(given).join('').length <= 150_000,
      'The evidence is longer than 150,000 characters.',
    )
    .optional(),
  submit: yesNo.default(true),
  metadata: metadata.optional(),
  expand: z.array(z.string()).optional(),
});

/** `POST /v1/disputes/{id}`: evidence, staged or submitted to the bank. A bank accepts one submission. */
export async function answerBank(db: Queryable, clock: Clock, id: string, form: Form): Promise<Dispute> {
  const params = readParams(updateParams, form);
  const dispute = await findObject<Dispute>(db, 'dispute', id, true);
  if (!dispute) throw noSuch('dispute', id);
  if (dispute.status !== 'needs_response' && dispute.status !== 'warning_needs_response')
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      code: 'dispute_not_answerable',
      message: `This dispute is ${dispute.status} and takes no evidence.`,
    });
  for (const field of fileFields) {
    const file = params.evidence?.[field];
    if (file !== undefined) await requireFile(db, field, file);
  }
  const details = { ...dispute.evidence_details, has_evidence: true };
  const staged: Dispute = {
    ...dispute,
    evidence: { ...dispute.evidence, ...params.evidence },
    evidence_details: details,
  };
  if (!params.submit) return change(db, clock, staged, ['updated']);
  const status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review';
  const sent = { ...details, submission_count: details.submission_count + 1, submission_method: 'manual' as const };
  return change(db, clock, { ...staged, status, evidence_details: sent }, ['updated']);
}

/** Whether a bank holds or disputes the money, so that nothing can be refunded. */
export async function isHeldByBank(
  db: Queryable,
  { payment_intent: paymentIntent, disputed }: Charge,
): Promise<boolean> {
  if (!disputed) return false;
  const disputes = (await listObjects(db, { object: 'dispute', paymentIntent, limit: 100 })) as Dispute[];
  return disputes.some((one) => !one.is_charge_refundable);
}

/** A bank's early fraud warning, before any complaint. */
export async function warnOfFraud(
  db: Queryable,
  clock: Clock,
  paymentIntent: string,
  fraudType: string,
): Promise<FraudWarning> {
  const charge = await lockCharge(db, paymentIntent);
  const warning: FraudWarning = {
    id: objectId('issfr'),
    object: 'radar.early_fraud_warning',
    created: seconds(clock.now()),
    actionable: !charge.disputed && !charge.refunded,
    fraud_type: fraudType,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    livemode: false,
  };
  await saveObjects(db, [warning]);
  await recordEvent(db, clock, 'radar.early_fraud_warning.created', warning);
  return warning;
}

/** Closes warnings that need no action: the money was returned, or the bank disputes it. */
async function endWarnings(db: Queryable, clock: Clock, paymentIntent: string): Promise<void> {
  for (const found of (await listObjects(db, {
    object: 'radar.early_fraud_warning',
    paymentIntent,
    limit: 100,
  })) as FraudWarning[]) {
    if (!found.actionable) continue;
    const over = { ...found, actionable: false };
    await saveObjects(db, [over]);
    await recordEvent(db, clock, 'radar.early_fraud_warning.updated', over);
  }
}

/** Closes all cases of a fully refunded charge. */
export async function endBankCases(db: Queryable, clock: Clock, paymentIntent: string): Promise<void> {
  await endWarnings(db, clock, paymentIntent);
  for (const one of (await listObjects(db, { object: 'dispute', paymentIntent, limit: 100 })) as Dispute[])
    if (one.is_charge_refundable && !isDecided(one)) await decideDispute(db, clock, one.id, 'won');
}

/** A dispute without an answer in time is lost. */
export async function endUnansweredDisputes(pool: pg.Pool, clock: Clock): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from sandbox_stripe_object where object = 'dispute' and data ->> 'status' = 'needs_response'
     and (data #>> '{evidence_details,due_by}')::bigint <= $1`,
    [seconds(clock.now())],
  );
  for (const { id } of rows)
    await inTransaction(pool, async (db) => {
      const dispute = await findObject<Dispute>(db, 'dispute', id, true);
      if (dispute?.status === 'needs_response') await decideDispute(db, clock, id, 'lost');
    });
}

function isDecided({ status }: Dispute): boolean {
  return status === 'won' || status === 'lost' || status === 'warning_closed';
}

function withFunds(dispute: Dispute, sign: 1 | -1, now: number): Dispute {
  const moved = movementOf({
    created: now,
    type: 'adjustment',
    amount: sign * dispute.amount,
    // Kept when the dispute is won.
    fee: sign < 0 ? disputeFee : 0,
    currency: dispute.currency,
    source: dispute.id,
  });
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, moved] };
}

type Change = 'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated';

async function change(db: Queryable, clock: Clock, dispute: Dispute, changes: readonly Change[]): Promise<Dispute> {
  const moved = changes.some((one) => one.startsWith('funds_')) ? dispute.balance_transactions.slice(-1) : [];
  await saveObjects(db, [dispute, ...moved]);
  for (const type of changes) await recordEvent(db, clock, `charge.dispute.${type}`, dispute);
  return dispute;
}

async function lockCharge(db: Queryable, intentId: string): Promise<Charge> {
  const intent = await findObject<PaymentIntent>(db, 'payment_intent', intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'paymentIntent');
  const charge = intent.latest_charge ? await findObject<Charge>(db, 'charge', intent.latest_charge, true) : null;
  if (!charge?.paid) throw badParam('paymentIntent', 'This payment intent has no payment.');
  return charge;
}
