import type { PlacedPurchase } from '#features/orders/contract.ts';
import { placePurchase } from '#features/orders/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { conflict } from '#kernel/refusal.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import type { Platform } from '#platform/platform.ts';
import { cartRefusals } from '../contract.ts';
import { cartQuotas } from '../model/cart.limits.ts';
import { readCart } from '../read/read-cart.server.ts';
import { cartLimits } from '../words.ts';
import { type CheckoutMode, purchaseSource } from './purchase-source.rules.ts';

export interface Checkout {
  currency: Currency;
  mode: CheckoutMode;
  /** The total that the buyer saw, in minor units: another one buys nothing. */
  expectedTotal: number | undefined;
  /** Versions of listings that the buyer saw, by listing. */
  seen: ReadonlyMap<string, number>;
  idempotencyKey: string | undefined;
}

/**
 * Buys what lies in a member's cart in one currency: reserves it, with one page to pay all of it. Refuses a cart with
 * nothing to buy (409 `nothing_to_buy`), more copies or sellers than a purchase can have (409), and as `placePurchase`
 * states. The lines stay in the cart until the payment.
 */
export async function checkOut(
  platform: Platform,
  actor: Actor,
  { currency, mode, expectedTotal, seen, idempotencyKey }: Checkout,
  client: ClientInfo,
): Promise<PlacedPurchase> {
  const cart = await readCart(platform, { memberId: actor.id, token: null, address: client.address });
  const { copies, sellers, ...source } = purchaseSource(cart, currency, mode, seen);
  if (copies === 0) throw conflict(cartRefusals.nothingToBuy, `Nothing in your cart can be bought in ${currency} now.`);
  if (copies > cartLimits.copies) throw overQuota(cartQuotas.copies);
  if (sellers > cartLimits.sellers) throw overQuota(cartQuotas.sellers);
  return placePurchase(platform, { buyerId: actor.id, source, mode, currency, expectedTotal, idempotencyKey }, client);
}
