import { syncSubscription } from '#features/tiers/index.server.ts';
import { Refusal } from '#kernel/refusal.ts';
import { isStripeFault } from '#platform/payments/stripe-fault.ts';
import type { Platform } from '#platform/platform.ts';
import { requireOpened } from './open-account.server.ts';

/**
 * Has a member's subscription read at Stripe now, and keeps that it was. Refuses who has named no case (409), and while
 * Stripe does not answer (503): then nothing has changed. Answers the record, or null for somebody whom Stripe does not
 * know.
 */
export async function readAgain(platform: Platform, who: { userId: string; by: string }) {
  await requireOpened(platform, who);
  try {
    return await syncSubscription(platform, who);
  } catch (error) {
    if (!isStripeFault(error)) throw error;
    platform.log.error('a subscription could not be read for an operator', { error });
    throw new Refusal(
      503,
      'payment_unavailable',
      'The payment service does not answer right now. Nothing was changed. Try again in a minute.',
      {
        retryAfterSeconds: 30,
      },
    );
  }
}
