import { syncSubscription } from '#features/tiers/index.server.ts';
import { Refusal } from '#kernel/refusal.ts';
import { isStripeFault } from '#platform/payments/stripe-fault.ts';
import type { Platform } from '#platform/platform.ts';
import { requireOpened } from './open-account.server.ts';

/**
 * Reads a member's subscription at Stripe now, and records the act. Refuses an admin without an opened case (409), and
 * while Stripe does not answer (503): then nothing has changed. Returns the record, or null for a member unknown to
 * Stripe.
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
      'We couldn’t reach Stripe. Nothing was changed. Try again in a minute.',
      {
        retryAfterSeconds: 30,
      },
    );
  }
}
