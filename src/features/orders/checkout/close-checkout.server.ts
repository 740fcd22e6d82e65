import type { Platform } from '#platform/platform.ts';
import { findPurchase } from '../purchase/purchase.queries.server.ts';

export type ClosedCheckout =
  /** The page can no longer be paid. */
  | 'closed'
  /**
   * No page is known: it was not opened yet, or is being opened. The caller that frees the copies enqueues a job that
   * closes the page should it appear (`freePurchase`).
   */
  | 'none'
  /** The page was paid, or Stripe reports it as completed. */
  | 'completed'
  /** Stripe did not answer. */
  | 'unknown';

/** Ends the hosted page of a purchase at Stripe. */
export async function closeCheckout(platform: Platform, purchaseId: string): Promise<ClosedCheckout> {
  const paid = await findPurchase(platform.db, purchaseId);
  if (paid?.capturedAt) return 'completed';
  if (!paid?.sessionId) return 'none';
  const { sessions } = platform.payments.stripe.checkout;
  const options = { timeout: 4_000, maxNetworkRetries: 0 };
  try {
    await sessions.expire(paid.sessionId, undefined, options);
    return 'closed';
  } catch {
    // Refused because it is not open any more, or Stripe was not reached: reading the session shows which.
  }
  try {
    const session = await sessions.retrieve(paid.sessionId, undefined, options);
    return session.status === 'expired' ? 'closed' : session.status === 'complete' ? 'completed' : 'unknown';
  } catch (error) {
    platform.log.warn('a checkout could not be closed', { purchaseId, error });
    return 'unknown';
  }
}
