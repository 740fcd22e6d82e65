import { type Money, money } from '#kernel/numbers/money.ts';
import { frozenStatuses, type SellerMove, sellerMovesFrom, stateOf } from '../model/listing.process.ts';
import { listingLimits, missingPhoto } from '../model/listing.rules.ts';
import { frozenSentence, lowestOfferSentence, timeOverSentence } from '../model/state-sentences.ts';
import { wrongState } from '../read/listing.write.server.ts';
import type { ChosenListing } from './own-choice.server.ts';

/** Why this price would be refused if it were set now; null where it would not. */
export function whyNotPriced(row: ChosenListing, price: Money, now: Date): string | null {
  const { status, offerFloorAmount: floor } = asOfNow(row, now);
  if (frozenStatuses.includes(status)) return frozenSentence(status);
  const beyond = whyBeyondLimits(price.amount);
  if (beyond !== null) return beyond;
  if (floor !== null && price.amount < floor) return lowestOfferSentence(money(floor, row.currency));
  return status === 'active' ? missingPhoto(price, row.photoCount) : null;
}

/** Why no listing may have this price; null where it may. */
export function whyBeyondLimits(amount: number): string | null {
  if (amount < listingLimits.minPrice) return 'The new price would be below the minimum.';
  return amount > listingLimits.maxPrice ? 'The new price would be above the maximum.' : null;
}

/** Why this verb would be refused now. Whether the tier's limit allows it is known only when it is tried. */
export function whyNotMoved(row: ChosenListing, verb: SellerMove, now: Date): string | null {
  const at = asOfNow(row, now);
  if (!sellerMovesFrom(stateOf(at)).includes(verb)) return wrongState(at, verb).message;
  if (verb === 'resume' && (row.expiresAt === null || row.expiresAt <= now)) return timeOverSentence;
  return verb === 'renew' || verb === 'publish'
    ? missingPhoto(money(row.priceAmount, row.currency), row.photoCount)
    : null;
}

/** A live one whose time is over has expired, also when the timer comes a little later. */
function asOfNow(row: ChosenListing, now: Date): ChosenListing {
  return row.status === 'active' && row.expiresAt !== null && row.expiresAt <= now
    ? { ...row, status: 'expired' }
    : row;
}
