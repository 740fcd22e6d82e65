import type Stripe from 'stripe';
import type { ReceivedEvent } from './webhook-thin.ts';

/** Stripe through its SDK; sandbox and production differ only in endpoint and keys. */
export interface Payments {
  stripe: Stripe;
  /** Whether the key moves real money. Stripe's events must have the same mode. */
  livemode: boolean;
  /**
   * Verifies the signature over the raw bytes (300 s tolerance) and returns the event, of either API. Throws a refusal (400) for a
   * forged, stale or invalid one. An event is an untrusted hint: read the object from Stripe before acting on it.
   */
  verifyWebhook(rawBody: string, signature: string | undefined): Promise<ReceivedEvent>;
}
