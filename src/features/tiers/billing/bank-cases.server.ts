import { and, asc, eq, isNull } from 'drizzle-orm';
import { lockMember } from '#features/members/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { chargebackState } from '#platform/payments/chargeback-state.ts';
import { purchaseIn } from '#platform/payments/purchase-metadata.ts';
import type { Platform } from '#platform/platform.ts';
import { endAtStripeJob, followBankJob, mailChargebackJob } from '../model/tier.jobs.ts';
import { type BankCase, bankCase } from '../model/tiers.tables.ts';
import { notifyChargeback } from '../subscription/notify-tier.server.ts';
import { findSubscriber } from '../subscription/subscription-record.server.ts';

const tries = 5;

type Said = Pick<BankCase, 'status' | 'amount' | 'currency' | 'answerDueAt' | 'openedAt'> & {
  isOver: boolean;
  intent: string | null;
};

/**
 * Makes our record of what a bank says of a payment of premium say what Stripe says now, however often and in whatever
 * order it is called: Stripe is read after the record, and written is only if the record is still the one that was
 * read, else all is read again. A case about a purchase is none of ours.
 */
export async function followBankCase(platform: Platform, { id, kind }: Pick<BankCase, 'id' | 'kind'>): Promise<void> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const [before] = await platform.db.select().from(bankCase).where(eq(bankCase.id, id));
    const { intent, isOver, ...said } =
      kind === 'chargeback' ? await readChargeback(platform, id) : await readWarning(platform, id);
    const whose = before ?? (intent && (await payerOf(platform, intent)));
    if (!whose) return;
    const now = platform.clock.now();
    const isDone = await write(platform, async (tx) => {
      const userId = whose.userId !== null && (await lockMember(tx, whose.userId)) ? whose.userId : null;
      const facts = {
        ...said,
        userId,
        reading: (before?.reading ?? 0) + 1,
        closedAt: isOver ? (before?.closedAt ?? now) : null,
      };
      const [written] = before
        ? await tx.db
            .update(bankCase)
            .set(facts)
            .where(and(eq(bankCase.id, id), eq(bankCase.reading, before.reading)))
            .returning()
        : await tx.db
            .insert(bankCase)
            .values({ id, kind, customerId: whose.customerId, ...facts })
            .onConflictDoNothing()
            .returning();
      if (written && kind === 'chargeback') await chargebackMoved(tx, written, before ?? null, now);
      return written !== undefined;
    });
    if (isDone) return;
  }
  throw new Error(`what the bank says in ${id} changed ${tries} times while it was being read`);
}

/**
 * Premium continues while a bank decides; a lost chargeback ends the subscription at once, because each renewal could
 * be charged back too.
 */
async function chargebackMoved(tx: Tx, found: BankCase, before: BankCase | null, now: Date): Promise<void> {
  const state = chargebackState(found.status);
  if (before && chargebackState(before.status) === state) return;
  if (state === 'lost') tx.enqueue(endAtStripeJob, { customerId: found.customerId });
  if (found.userId === null) return;
  await notifyChargeback(tx, found.userId, { id: found.id, state }, now);
  tx.enqueue(
    mailChargebackJob,
    { userId: found.userId, chargebackId: found.id, state },
    { key: `${found.id}:${state}` },
  );
}

async function readChargeback({ payments: { stripe } }: Platform, id: string): Promise<Said> {
  const found = await stripe.disputes.retrieve(id);
  const { due_by: dueBy } = found.evidence_details;
  return {
    status: found.status,
    amount: found.amount,
    currency: found.currency,
    answerDueAt: dueBy ? new Date(dueBy * 1_000) : null,
    openedAt: new Date(found.created * 1_000),
    isOver: chargebackState(found.status) !== 'open',
    intent: idOf(found.payment_intent),
  };
}

async function readWarning({ payments: { stripe } }: Platform, id: string): Promise<Said> {
  const found = await stripe.radar.earlyFraudWarnings.retrieve(id);
  return {
    status: found.fraud_type,
    amount: null,
    currency: null,
    answerDueAt: null,
    openedAt: new Date(found.created * 1_000),
    isOver: !found.actionable,
    intent: idOf(found.payment_intent),
  };
}

/**
 * The member who made the payment. A payment for a purchase, or without a customer, is not for premium.
 */
async function payerOf(
  { db, payments: { stripe } }: Platform,
  intentId: string,
): Promise<{ userId: string | null; customerId: string } | null> {
  const { metadata, customer } = await stripe.paymentIntents.retrieve(intentId);
  const customerId = idOf(customer);
  if (purchaseIn(metadata) !== null || !customerId) return null;
  const known = await findSubscriber(db, { customerId });
  if (known) return { userId: known.userId, customerId };
  const found = await stripe.customers.retrieve(customerId);
  return { userId: found.deleted ? null : (found.metadata.userId ?? null), customerId };
}

function idOf(found: string | { id: string } | null | undefined): string | null {
  return typeof found === 'object' ? (found?.id ?? null) : (found ?? null);
}

/** The bank cases of one member, oldest first. */
export function bankCasesOf(db: Db, userId: string): Promise<BankCase[]> {
  return db
    .select()
    .from(bankCase)
    .where(eq(bankCase.userId, userId))
    .orderBy(asc(bankCase.openedAt), asc(bankCase.id));
}

/** Enqueues a read of each open case: a bank may take longer than Stripe keeps its list of events. */
export async function reconcileBankCases(platform: Platform): Promise<void> {
  const open = await platform.db
    .select({ id: bankCase.id, kind: bankCase.kind })
    .from(bankCase)
    .where(isNull(bankCase.closedAt));
  await write(platform, async (tx) => {
    for (const one of open) tx.enqueue(followBankJob, one, { key: one.id });
  });
}
