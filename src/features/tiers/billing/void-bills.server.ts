import Stripe from 'stripe';
import type { Platform } from '#platform/platform.ts';

/** Still to be paid on its page at Stripe, whatever became of the subscription. */
const payable = ['open', 'uncollectible'] as const;

/**
 * Whether a subscription is over and its last bill was never settled: Stripe stops asking for it then, but lets it be
 * paid.
 */
export function leavesBill({ ended_at: endedAt, latest_invoice: bill }: Stripe.Subscription): boolean {
  return (
    endedAt !== null && bill !== null && typeof bill === 'object' && bill.status !== 'paid' && bill.status !== 'void'
  );
}

/**
 * Voids what a customer could still pay for a subscription that is over, and get nothing for. Bills of one that goes on
 * stay. Repeating it changes nothing; throws while Stripe is away, and the job comes again.
 */
export async function voidBills(platform: Platform, customer: string): Promise<void> {
  const { invoices, subscriptions } = platform.payments.stripe;
  for (const status of payable) {
    for await (const bill of invoices.list({ customer, status, limit: 100 })) {
      const of = bill.parent?.subscription_details?.subscription;
      if (!of) continue;
      const { ended_at: endedAt } = await subscriptions.retrieve(typeof of === 'string' ? of : of.id);
      if (endedAt !== null) await voidBill(platform, bill.id);
    }
  }
}

async function voidBill({ payments: { stripe }, log }: Platform, id: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // Refused because it is not open any more: voided by another run, or paid a moment before.
    const { status } = await stripe.invoices.retrieve(id);
    if (payable.some((open) => open === status)) throw error;
    if (status === 'paid')
      log.error('a premium bill was paid after its subscription had ended; give it back in the dashboard of Stripe', {
        id,
      });
  }
}
