import { type Money, money } from '#kernel/numbers/money.ts';
import { frozenStatuses, type SellerMove, sellerMovesFrom, stateOf } from '../model/listing.process.ts';
import { listingLimits, missingPhoto } from '../model/listing.rules.ts';
import type { StoredRefusal } from './coded-refusals.ts';
import type { ChosenListing } from './own-choice.server.ts';

/** Why this price would be refused if it were set now; null where it would not. */
export function whyNotPriced(row: ChosenListing, price: Money, now: Date): StoredRefusal | null {
  const { status, offerFloorAmount: floor } = asOfNow(row, now);
  if (frozenStatuses.includes(status)) return { code: 'frozen', params: { listingStatus: status } };
  const beyond = whyBeyondLimits(price.amount);
  if (beyond !== null) return beyond;
  if (floor !== null && price.amount < floor) return { code: 'below_lowest_offer', params: money(floor, row.currency) };
  return status === 'active' ? withoutPhoto(price, row.photoCount) : null;
}

/** Why no listing may have this price; null where it may. */
export function whyBeyondLimits(amount: number): StoredRefusal | null {
  if (amount < listingLimits.minPrice) return { code: 'below_minimum' };
  return amount > listingLimits.maxPrice ? { code: 'above_maximum' } : null;
}

/** Why this verb would be refused now. Whether the tier's limit allows it is known only when it is tried. */
export function whyNotMoved(row: ChosenListing, verb: SellerMove, now: Date): StoredRefusal | null {
  const at = asOfNow(row, now);
  if (!sellerMovesFrom(stateOf(at)).includes(verb))
    return { code: 'wrong_state', params: { state: stateOf(at), verb } };
  if (verb === 'resume' && (row.expiresAt === null || row.expiresAt <= now)) return { code: 'time_over' };
  return verb === 'renew' || verb === 'publish'
    ? withoutPhoto(money(row.priceAmount, row.currency), row.photoCount)
    : null;
}

function withoutPhoto(price: Money, photoCount: number): StoredRefusal | null {
  return missingPhoto(price, photoCount) === null
    ? null
    : { code: 'photo_required', params: { currency: price.currency } };
}

/** A live one whose time is over has expired, also when the timer comes a little later. */
function asOfNow(row: ChosenListing, now: Date): ChosenListing {
  return row.status === 'active' && row.expiresAt !== null && row.expiresAt <= now
    ? { ...row, status: 'expired' }
    : row;
}
