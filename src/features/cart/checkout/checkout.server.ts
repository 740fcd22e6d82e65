import { getAddress } from '#features/addresses/index.server.ts';
import {
  orderRefusals,
  type PlacedPurchase,
  type PlacePurchaseInput,
  type PurchaseMode,
  type RefusedLine,
  type SellerMethod,
} from '#features/orders/contract.ts';
import { answerRepeated, placePurchase } from '#features/orders/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { conflict, isRefusal, Refusal } from '#kernel/refusal.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import type { Platform } from '#platform/platform.ts';
import { cartRefusals } from '../contract.ts';
import { offerLineId } from '../lines/line-id.ts';
import { cartQuotas } from '../model/cart.limits.ts';
import { nothingToBuySentence } from '../model/payable-totals.rules.ts';
import { readCart, type ShownCart } from '../read/read-cart.server.ts';
import { cartLimits } from '../words.ts';
import { type Confirmed, purchaseSource } from './purchase-source.rules.ts';

export interface Checkout extends Confirmed {
  currency: Currency;
  mode: PurchaseMode;
  idempotencyKey: string | undefined;
  /** Of the buyer's book. Undefined: the payment page asks for an address. */
  addressId?: string | undefined;
  /** Undefined: that of the cart. */
  country?: string | undefined;
  /** As the checkout page showed them; of other sellers those that the cart shows. */
  shipping?: readonly SellerMethod[] | undefined;
}

/**
 * Buys what lies in a member's cart in one currency: reserves it, with one page to pay all of it. Refuses a cart with
 * nothing to buy (409 `nothing_to_buy`), more copies or sellers than a purchase can have (409), and as `placePurchase`
 * states, with a sentence for each line that can't be had. The lines stay in the cart until the payment.
 */
export async function checkOut(
  platform: Platform,
  actor: Actor,
  { currency, mode, expectedTotal, seen, idempotencyKey, addressId, country, shipping }: Checkout,
  client: ClientInfo,
): Promise<PlacedPurchase> {
  const to = addressId === undefined ? country : (await getAddress(platform.db, actor, addressId)).country;
  const holder = { memberId: actor.id, token: null, address: client.address };
  const cart = await readCart(platform, holder, { country: to });
  // The press that comes again reads the cards as reserved by the first one.
  const again = idempotencyKey && (await answerRepeated(platform, actor.id, idempotencyKey));
  if (again) return again;
  const { copies, sellers, ...source } = purchaseSource(cart, currency, mode, { seen, expectedTotal });
  if (mode === 'all') requireAll(cart, currency);
  if (copies === 0) throw conflict(cartRefusals.nothingToBuy, nothingToBuySentence(cart, currency));
  if (copies > cartLimits.copies) throw overQuota(cartQuotas.copies);
  if (sellers > cartLimits.sellers) throw overQuota(cartQuotas.sellers);
  const wanted: PlacePurchaseInput = {
    ...{ buyerId: actor.id, source, mode, currency, expectedTotal, idempotencyKey, addressId },
    country: addressId === undefined ? cart.country?.code : undefined,
    shipping: methodsOf(cart, currency, shipping),
  };
  return placePurchase(platform, wanted, client).catch((error: unknown) => {
    throw isRefusal(error) ? withLines(error, cart) : error;
  });
}

/** What the buyer chose; of other sellers what they chose in the cart. The cheapest is chosen by placing the purchase. */
function methodsOf({ groups }: ShownCart, currency: Currency, chosen: readonly SellerMethod[] = []): SellerMethod[] {
  const shown = groups.flatMap((group) =>
    group.currency !== currency || group.chosen === null || group.chosen === group.methods[0]?.name
      ? []
      : [{ sellerId: group.seller.id, method: group.chosen }],
  );
  return [...chosen, ...shown.filter(({ sellerId }) => !chosen.some((one) => one.sellerId === sellerId))];
}

/**
 * Refuses a cart with lines that no purchase can have, whatever it asks for: of a listing that is hidden now, and of one
 * that an unpaid purchase has reserved for this buyer.
 */
function requireAll({ groups, gone }: ShownCart, currency: Currency): void {
  const reserved = groups
    .filter((group) => group.currency === currency)
    .flatMap(({ lines }) => lines.filter(({ state }) => state === 'in_purchase'));
  const errors = [
    ...reserved.map(({ id, title, message }) => [id, `${title}: ${message}`]),
    ...gone.map(({ id }) => [id, 'A card is no longer for sale. Remove it, or buy what is still available.']),
  ];
  if (errors.length === 0) return;
  throw new Refusal(409, orderRefusals.notAllAvailable, 'Some cards in your cart can’t be bought right now.', {
    errors: Object.fromEntries(errors),
  });
}

/** Names the lines that a refused purchase could not have, each with its reason. */
function withLines(refusal: Refusal, { groups }: ShownCart): Refusal {
  const sellerId = refusal.details?.sellerId;
  if (typeof sellerId === 'string')
    return new Refusal(refusal.status, refusal.code, refusal.message, {
      errors: { [`seller-${sellerId}`]: refusal.errors?.shipping ?? refusal.message },
      details: refusal.details ?? {},
    });
  const refused = refusal.details?.lines as readonly RefusedLine[] | undefined;
  if (!refused?.length) return refusal;
  const titles = new Map(groups.flatMap(({ lines }) => lines.map(({ id, title }) => [id, title])));
  const errors = refused.map(({ listingId = '', offerId, message }) => {
    const id = offerId === undefined ? listingId : offerLineId(offerId);
    return [id, `${titles.get(id) ?? 'A card'}: ${message}`];
  });
  return new Refusal(refusal.status, refusal.code, refusal.message, {
    errors: Object.fromEntries(errors),
    ...(refusal.details ? { details: refusal.details } : {}),
  });
}
