import { Flag } from 'lucide-react';
import { Link } from 'react-router';
import { PriceAlertButton } from '#features/alerts/widgets.tsx';
import { copyTitle } from '#features/catalogue/words.ts';
import type { Listing } from '#features/listings/contract.ts';
import { Favorite, ShareButton } from '#features/listings/widgets.tsx';
import type { Money } from '#kernel/numbers/money.ts';
import { Icon } from '#ui/icon.tsx';

interface ListingVerbsProps {
  listing: Listing;
  isLiked: boolean;
  /** The target of the viewer's price alert. Null where none is set. */
  priceTarget: Money | null;
  viewerId: string | null;
  isOperator: boolean;
}

/** What one may do with a listing besides buying it. */
export function ListingVerbs({ listing, isLiked, priceTarget, viewerId, isOperator: isAdmin }: ListingVerbsProps) {
  const { id, name, status } = listing;
  const isMember = viewerId !== null;
  const isOthers = viewerId !== listing.seller.id && status !== 'removed';
  return (
    <div className="mini">
      {isOthers && <Favorite wordy listingId={id} card={name} liked={isLiked} isMember={isMember} />}
      {isOthers && !listing.grading && (
        <PriceAlertButton key={id} listing={listing} target={priceTarget} isMember={isMember} />
      )}
      {status !== 'draft' && <ShareButton title={copyTitle(listing)} />}
      {isOthers && isMember && (
        <Link className="btn ghost sm" to={`/report/listing/${id}`}>
          <Icon of={Flag} size={17} />
          Report listing
        </Link>
      )}
      {isAdmin && (
        <Link className="btn sm" to={`/admin/listings/${id}`}>
          Open in admin
        </Link>
      )}
    </div>
  );
}
