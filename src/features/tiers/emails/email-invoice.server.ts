import type Stripe from 'stripe';
import { mailMember } from '#features/notifications/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { moneyOf } from '../billing/billing.server.ts';
import { notifyFailedBill } from '../subscription/notify-tier.server.ts';
import { failedEmail, type InvoiceFacts, paidEmail } from './email-texts.ts';

/**
 * Writes to a member about a bill; one that failed is an entry of theirs too. Bill and subscription are read from
 * Stripe now: one that was paid meanwhile gets no mail of failure, nor one whose subscription the member has cancelled
 * meanwhile. A second run sends under the same Message-ID.
 */
export async function mailInvoice(
  platform: Platform,
  { userId, invoiceId, kind }: { userId: string; invoiceId: string; kind: string },
): Promise<void> {
  const invoice = await platform.payments.stripe.invoices.retrieve(invoiceId);
  const amount = moneyOf(invoice.total, invoice.currency);
  const isPaid = invoice.status === 'paid';
  if (!amount || amount.amount === 0 || isPaid !== (kind === 'paid')) return;
  const over = isPaid ? null : await endOf(platform, invoice);
  if (over !== null && over !== 'payment_failed') return;
  if (!isPaid)
    await write(platform, (tx) =>
      notifyFailedBill(tx, userId, { id: invoiceId, attempt: invoice.attempt_count }, platform.clock.now()),
    );
  const end = invoice.lines.data[0]?.period.end;
  const facts: InvoiceFacts = {
    number: invoice.number,
    amount,
    isFirst: invoice.billing_reason === 'subscription_create',
    paidUntil: end === undefined ? null : new Date(end * 1000),
    nextTryAt: invoice.next_payment_attempt === null ? null : new Date(invoice.next_payment_attempt * 1000),
    isOver: over !== null,
    pageUrl: `${platform.config.appUrl}/settings/subscription`,
  };
  const { footer: always, ...email } = isPaid ? paidEmail(facts) : failedEmail(facts);
  const messageId = isPaid ? `premium-paid-${invoice.id}` : `premium-failed-${invoice.id}-${invoice.attempt_count}`;
  await mailMember(platform, { userId, kind: { always, evenSuspended: true }, messageId, email });
}

/** Why the bill's subscription ended; null while it goes on. */
async function endOf({ payments: { stripe } }: Platform, invoice: Stripe.Invoice): Promise<string | null> {
  const of = invoice.parent?.subscription_details?.subscription;
  if (!of) return null;
  const { ended_at: endedAt, cancellation_details: details } = await stripe.subscriptions.retrieve(
    typeof of === 'string' ? of : of.id,
  );
  return endedAt === null ? null : (details?.reason ?? 'unknown');
}
