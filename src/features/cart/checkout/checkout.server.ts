import { orderRefusals, type PlacedPurchase, type RefusedLine } from '#features/orders/contract.ts';
import { placePurchase } from '#features/orders/index.server.ts';
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
import { type CheckoutMode, type Confirmed, purchaseSource } from './purchase-source.rules.ts';

export interface Checkout extends Confirmed {
  currency: Currency;
  mode: CheckoutMode;
  idempotencyKey: string | undefined;
}

/**
 * Buys what lies in a member's cart in one currency: reserves it, with one page to pay all of it. Refuses a cart with
 * nothing to buy (409 `nothing_to_buy`), more copies or sellers than a purchase can have (409), and as `placePurchase`
 * states, with a sentence for each line that can't be had. The lines stay in the cart until the payment.
 */
export async function checkOut(
  platform: Platform,
  actor: Actor,
  { currency, mode, expectedTotal, seen, idempotencyKey }: Checkout,
  client: ClientInfo,
): Promise<PlacedPurchase> {
  const cart = await readCart(platform, { memberId: actor.id, token: null, address: client.address });
  const { copies, sellers, ...source } = purchaseSource(cart, currency, mode, { seen, expectedTotal });
  if (mode === 'all' && cart.gone.length > 0) throw notAll(cart.gone);
  if (copies === 0) throw conflict(cartRefusals.nothingToBuy, nothingToBuySentence(cart, currency));
  if (copies > cartLimits.copies) throw overQuota(cartQuotas.copies);
  if (sellers > cartLimits.sellers) throw overQuota(cartQuotas.sellers);
  const wanted = { buyerId: actor.id, source, mode, currency, expectedTotal, idempotencyKey };
  return placePurchase(platform, wanted, client).catch((error: unknown) => {
    throw isRefusal(error) ? withLines(error, cart) : error;
  });
}

/** Lines whose listings only their sellers can see: of them only the number is known. */
function notAll(gone: ShownCart['gone']): Refusal {
  return new Refusal(409, orderRefusals.notAllAvailable, 'Some cards in your cart aren’t for sale any more.', {
    errors: Object.fromEntries(
      gone.map(({ id }) => [id, 'This card isn’t for sale any more. Remove it, or buy whatever is still available.']),
    ),
  });
}

/** Names the lines that a refused purchase could not have, each with its reason. */
function withLines(refusal: Refusal, { groups }: ShownCart): Refusal {
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
