import type { PlacedPurchase } from '#features/orders/contract.ts';
import { formatList } from '#kernel/format.ts';
import { conflict, invalid } from '#kernel/refusal.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { type BuyCartInput, cartRefusals } from '../contract.ts';
import { chosenTotal, nothingToBuySentence, payableTotals } from '../model/payable-totals.rules.ts';
import { showCart } from '../read/visit-cart.server.ts';
import { checkOut } from './checkout.server.ts';

/**
 * `checkOut` for a call of the API, which need not name the only currency in which something can be bought.
 * Refuses (422) to choose one of several, and shipping methods of sellers who are not in the cart.
 */
export async function buyCart(
  platform: Platform,
  actor: Actor,
  { mode, currency, expectedTotal, ...to }: BuyCartInput,
  client: ClientInfo,
): Promise<PlacedPurchase> {
  const { cart } = await showCart(platform, { actor, ...client });
  const isUnknown = ({ sellerId }: { sellerId: string }) => cart.groups.every(({ seller }) => seller.id !== sellerId);
  if (to.shipping?.some(isUnknown)) throw invalid({ shipping: 'One of these sellers isn’t in your cart.' });
  const possible = payableTotals(cart.totals).map((total) => total.currency);
  const chosen = currency ?? expectedTotal?.currency ?? chosenTotal(cart.totals, undefined)?.currency;
  if (chosen === undefined) throw conflict(cartRefusals.nothingToBuy, nothingToBuySentence(cart));
  if (currency === undefined && expectedTotal === undefined && possible.length > 1)
    throw invalid({ currency: `A purchase has one currency. Choose one of ${formatList(possible, 'or')}.` });
  if (expectedTotal && expectedTotal.currency !== chosen)
    throw invalid({ expectedTotal: 'Enter the total in the currency of the purchase.' });
  const wanted = { mode, currency: chosen, expectedTotal: expectedTotal?.amount, ...to };
  return checkOut(platform, actor, { ...wanted, seen: new Map(), idempotencyKey: undefined }, client);
}
