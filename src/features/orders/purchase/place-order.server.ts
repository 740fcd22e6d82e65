import { money } from '#kernel/numbers/money.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { startCheckout } from '../checkout/start-checkout.server.ts';
import { type PlacedOrder, type PlaceOrderInput, placedOrderSchema } from '../contract.ts';
import type { Origin } from '../model/order.origin.server.ts';
import { presentOrder } from '../queries/order.present.server.ts';
import { placeAndOpen } from './place-purchase.server.ts';
import { getPurchaseFor, type PayablePurchase } from './purchase.queries.server.ts';
import type { WantedLine } from './reserve-lines.server.ts';

/**
 * Buys copies of one listing, or those of an accepted offer: a purchase of one order. Refuses what `placePurchase`
 * refuses; the only line with its own reason: not for sale or too few (409), a price, shipping price or listing version
 * other than the expected one (409), one's own listing (403), an unknown shipping option (422), an offer that can't be
 * paid (403, 404, 409 as `claimAgreement` states). `from` is absent where there is no client request.
 */
export async function placeOrder(
  platform: Platform,
  actor: Actor,
  input: PlaceOrderInput,
  from?: Origin,
): Promise<PlacedOrder> {
  const { shipping: method, expectedShipping, shippingVersion: seenVersion, addressId = null, country = null } = input;
  const seenPrice = expectedShipping && money(expectedShipping.amount, expectedShipping.currency);
  const placed = await placeAndOpen(platform, {
    buyerId: actor.id,
    lines: [lineOf(input)],
    mode: 'all',
    addressId,
    country,
    methodOf: () => ({ method, seenPrice, seenVersion }),
    from,
  });
  return shown(platform, actor, placed);
}

function lineOf({ listingId, offerId, quantity, listingVersion, expectedPrice }: PlaceOrderInput): WantedLine {
  if (offerId !== undefined) return { offerId, quantity };
  if (listingId === undefined) throw new RangeError('an order names a listing or an offer');
  const price = expectedPrice && money(expectedPrice.amount, expectedPrice.currency);
  return { listingId, quantity: quantity ?? 1, listingVersion, expectedPrice: price };
}

/**
 * Answers a repeated request whose process died between its purchase and its payment page: resumes where that stopped.
 * Null when it has been canceled since, so that the copies may be bought again.
 */
export async function answerPlaced(platform: Platform, actor: Actor, purchaseId: string): Promise<PlacedOrder | null> {
  const full = await getPurchaseFor(platform.db, actor.id, purchaseId);
  if (full.paid.status === 'open') return shown(platform, actor, await startCheckout(platform, full));
  const [placed] = full.placed;
  if (full.paid.status === 'canceled' || !placed) return null;
  const checkoutUrl = `${platform.config.appUrl}/orders/${placed.order.id}`;
  return shown(platform, actor, { ...full, checkoutUrl });
}

function shown(platform: Platform, actor: Actor, { paid, placed, checkoutUrl }: PayablePurchase): PlacedOrder {
  const [only] = placed;
  if (!only) throw new RangeError('a purchase has an order');
  const order = presentOrder({ ...only, checkoutUrl }, actor.id, platform.clock.now());
  return placedOrderSchema.parse({ order, purchaseId: paid.id, checkoutUrl });
}
