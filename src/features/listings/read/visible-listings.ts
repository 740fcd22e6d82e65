import { isSuspendedSql } from '#features/members/index.server.ts';
import { type ListingPauser, listingPausers } from '../model/listing.process.ts';

/** Whose pause hides a listing from everybody but its seller. The other pauses only take it off sale. */
const hidingPausers: readonly ListingPauser[] = listingPausers.filter(
  (pauser) => pauser === 'operator' || pauser === 'suspension',
);

/**
 * The one condition under which a row `listing l` is hidden from all viewers but its seller: an admin paused it, or its
 * seller is suspended, in any state. Every read of a listing selects or checks it; the search checks `active` only.
 * Blocks depend on the reader.
 */
export const isHiddenSql = `(coalesce(l.paused_by in (${hidingPausers.map((pauser) => `'${pauser}'`).join(', ')}), false) or ${isSuspendedSql('l.seller_id')})`;

/** The same of a row that was read without it. */
export const isHidden = ({
  pausedBy,
  isSellerSuspended,
}: {
  pausedBy: ListingPauser | null;
  isSellerSuspended: boolean;
}): boolean => isSellerSuspended || (pausedBy !== null && hidingPausers.includes(pausedBy));
