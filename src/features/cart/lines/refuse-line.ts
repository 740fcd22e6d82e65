import { listingRefusals } from '#features/listings/contract.ts';
import { messageRefusals } from '#features/messages/contract.ts';
import { conflict, notAllowed } from '#kernel/refusal.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import type { LineState } from '../contract.ts';
import { cartQuotas } from '../model/cart.limits.ts';
import { type Buyer, lineState, stateSentence, type Wish, type Wished } from '../model/line-state.rules.ts';
import { cartLimits } from '../words.ts';

/**
 * Refuses copies that could not be bought now: one's own (403), of a member with a block (403 `blocked`), of a seller on
 * vacation (409 `seller_away`) or without payouts (409 `sales_blocked`), not for sale or too few (409
 * `not_available`), and more than a purchase can have (409). Its price is what the buyer sees.
 */
export function refuseLine(quantity: number, listing: Wished, buyer: Buyer): void {
  const wish: Wish = { quantity, seen: listing.price };
  const state = lineState(wish, listing, buyer);
  const sentence = stateSentence(state, wish, listing);
  if (sentence === null) {
    if (quantity > cartLimits.copies) throw overQuota(cartQuotas.copies);
    return;
  }
  if (state === 'own') throw notAllowed(sentence);
  if (state === 'blocked') throw notAllowed(sentence, messageRefusals.blocked);
  const codes: Partial<Record<LineState, string>> = {
    seller_away: listingRefusals.sellerAway,
    sales_blocked: listingRefusals.salesBlocked,
  };
  const code = codes[state] ?? listingRefusals.notAvailable;
  throw conflict(code, sentence, { listingStatus: listing.status, available: listing.quantityAvailable });
}
