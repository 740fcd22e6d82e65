import type Stripe from 'stripe';
import { Refusal } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';

/** A person waits for these: two tries of four seconds, then a clear answer. */
export const callOptions = { timeout: 4_000, maxNetworkRetries: 1 } as const;

/** Asks Stripe for somebody who waits. What Stripe refuses or does not answer becomes one sentence (503); the reason goes to the log. */
export async function askStripe<T>(platform: Platform, what: string, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await work(platform.payments.stripe);
  } catch (error) {
    platform.log.error(`Stripe: ${what} failed`, { error });
    const sentence = 'The payment service does not answer right now. Nothing was changed and nothing was charged. Try again in a minute.';
    throw new Refusal(503, 'payment_unavailable', sentence, { retryAfterSeconds: 30 });
  }
}
