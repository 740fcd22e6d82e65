import { and, eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { conflict, notFound } from '#kernel/refusal.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from '../contract.ts';
import { lockOrder } from '../fulfil/move-order.server.ts';
import { sendEvidenceJob } from '../model/order.jobs.ts';
import { type ChargebackRow, chargeback } from '../model/order.tables.ts';
import { lockPurchase } from '../purchase/purchase.queries.server.ts';
import { type Evidence, evidenceOf } from './chargeback.evidence.ts';
import { answerableStatuses, canAnswer } from './chargeback.rules.ts';
import { isOfOrder } from './chargebacks.queries.server.ts';
import { disputedOrders, writeEvidence } from './evidence-file.server.ts';
import { syncChargebacks } from './sync-chargebacks.server.ts';

interface Wanted {
  orderId: string;
  chargebackId: string;
  /** The admin's id. */
  by: string;
  /** The admin's statement to the bank. */
  statement: string;
}

const unknownChargeback = 'We couldn’t find this chargeback.';

/**
 * An admin answers a chargeback with the records of all its orders. The evidence is stored here and sent by a job, once: a
 * bank reads one answer. Refuses an unknown chargeback (404), and one that can't be answered any more or was answered
 * (409).
 */
export async function requestEvidence(
  platform: Platform,
  { orderId, chargebackId, by, statement }: Wanted,
): Promise<void> {
  await write(platform, async (tx) => {
    await lockOrder(tx, orderId);
    if (!isPlainLine(chargebackId)) throw notFound(unknownChargeback);
    const [row] = await tx.db
      .select()
      .from(chargeback)
      .where(and(eq(chargeback.id, chargebackId), isOfOrder(orderId)))
      .for('update');
    if (!row) throw notFound(unknownChargeback);
    if (!canAnswer(row)) {
      const sentence = row.evidenceAskedAt
        ? 'Evidence was already submitted. The bank accepts it only once.'
        : 'The bank no longer accepts evidence.';
      throw conflict(orderRefusals.evidenceNotWanted, sentence);
    }
    const recorded = await disputedOrders(tx.db, chargebackId);
    const now = platform.clock.now();
    await tx.db
      .update(chargeback)
      .set({
        evidence: evidenceOf(recorded, statement),
        evidenceFor: row.status,
        evidenceFile: null,
        evidenceBy: by,
        evidenceAskedAt: now,
        evidenceSentAt: null,
        evidenceFailure: null,
      })
      .where(eq(chargeback.id, chargebackId));
    await recordAct(tx, { by, act: 'evidence.sent', subject: orderId, data: { chargebackId, reason: statement } }, now);
    tx.enqueue(sendEvidenceJob, { chargebackId });
  });
}

/**
 * Sends the requested evidence, with the record of the orders as a file; idempotent: a repeated call finds that it was
 * sent. Throws while Stripe is unavailable, so that the job is retried. A final refusal by Stripe is stored, and an admin
 * may submit evidence again.
 */
export async function sendEvidence(platform: Platform, chargebackId: string): Promise<void> {
  const [dispute] = await platform.db.select().from(chargeback).where(eq(chargeback.id, chargebackId));
  if (!dispute?.evidence || !dispute.evidenceAskedAt || dispute.evidenceSentAt) return;
  const refused = await submit(platform, dispute, dispute.evidence).catch(refusalOf);
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    await lockPurchase(tx, dispute.purchaseId);
    const end = refused === null ? { evidenceSentAt: now } : { evidenceFailure: refused, evidenceAskedAt: null };
    await tx.db.update(chargeback).set(end).where(eq(chargeback.id, chargebackId));
  });
  if (refused !== null)
    platform.log.error('evidence was refused by Stripe', { purchaseId: dispute.purchaseId, chargebackId, refused });
  await syncChargebacks(platform, dispute.purchaseId);
}

/** Null when the bank has it; throws Stripe's refusals. */
async function submit(platform: Platform, dispute: ChargebackRow, evidence: Evidence): Promise<null> {
  const { disputes } = platform.payments.stripe;
  const { id, evidenceAskedAt } = dispute;
  // Stripe forgets keys after a day, and its record does not: an answer that arrived is not sent twice.
  const { status, evidence_details: details } = await disputes.retrieve(id);
  if (!answerableStatuses.includes(status) && details.submission_count > 0) return null;
  const file = dispute.evidenceFile ?? (await upload(platform, dispute));
  await disputes.update(
    id,
    { evidence: { ...evidence, uncategorized_file: file }, submit: true },
    { idempotencyKey: `evidence-${id}-${evidenceAskedAt?.getTime()}` },
  );
  return null;
}

/** Uploads the file, and stores its id before it is named: with another one, the same key would be refused. */
async function upload(platform: Platform, dispute: ChargebackRow): Promise<string> {
  const data = await writeEvidence(platform, dispute);
  const { id } = await platform.payments.stripe.files.create({
    purpose: 'dispute_evidence',
    file: { data, name: 'evidence.pdf', type: 'application/pdf' },
  });
  await platform.db.update(chargeback).set({ evidenceFile: id }).where(eq(chargeback.id, dispute.id));
  return id;
}

/** Stripe's word for why it will not take the evidence, ever. Throws what may pass. */
function refusalOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return error.code ?? error.message;
  throw error;
}
