import type Stripe from 'stripe';

/** Stripe through its own SDK; only the endpoint and the keys differ between the sandbox and production. */
export interface Payments {
  stripe: Stripe;
  /** Whether the key moves real money. What Stripe reports must say the same, or it is not about us. */
  livemode: boolean;
  /**
   * Verifies the signature over the raw bytes (300 s tolerance) and returns the event. Throws a refusal (400) when it
   * is forged, stale or not JSON. What an event says is a rumour: re-read the object from Stripe before acting on it.
   */
  verifyWebhook(rawBody: string, signature: string | undefined): Promise<Stripe.Event>;
}
