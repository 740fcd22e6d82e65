import { redirectDocument } from 'react-router';
import { notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { convergePurchase } from '../checkout/converge-purchase.server.ts';
import { resumePurchase } from '../checkout/start-checkout.server.ts';
import type { Purchase } from '../contract.ts';
import { cancelPurchase } from '../fulfil/cancel-order.server.ts';
import { countPaymentCall } from '../place/payment-limit.server.ts';
import { presentPurchase } from './purchase.present.server.ts';
import { getPurchaseFor } from './purchase.queries.server.ts';

/** The purchase for its buyer. Returning from the payment page queries Stripe at once instead of waiting for its event. */
export async function loadPurchase(
  platform: Platform,
  actor: Actor,
  purchaseId: string,
  isBack: boolean,
): Promise<Purchase> {
  const { paid } = await getPurchaseFor(platform.db, actor.id, purchaseId);
  if (isBack && paid.status === 'open')
    await countPaymentCall(platform, actor.id)
      .then(() => convergePurchase(platform, purchaseId))
      .catch((error: unknown) => platform.log.warn('a payment could not be confirmed yet', { purchaseId, error }));
  return presentPurchase(await getPurchaseFor(platform.db, actor.id, purchaseId), actor.id, platform.clock.now());
}

/** One of the page's buttons. Throws a refusal for the form, or the way to the payment page. */
export async function actOnPurchase(
  platform: Platform,
  actor: Actor,
  purchaseId: string,
  intent: string,
): Promise<void> {
  if (intent === 'pay') throw redirectDocument(await resumePurchase(platform, actor.id, purchaseId));
  if (intent === 'cancel') return cancelPurchase(platform, actor, purchaseId);
  throw notFound('This page is out of date. Reload it.');
}
