import { TileGrid } from '#ui/card/card-tile.tsx';
import { ListingTile } from './listing-tile.tsx';
import type { TileFacts } from './listing-words.ts';

export interface ListingGridProps {
  listings: readonly TileFacts[];
  /** Ids that the viewer has among their favourites. */
  liked?: readonly string[];
  /** The signed-in member's id. */
  viewerId: string | null;
  label?: string;
  compact?: boolean;
  /** One row that scrolls sideways. */
  carousel?: boolean;
  /** All of one seller, who is named above: the tiles do not. */
  ofOneSeller?: boolean;
  level?: 2 | 3 | 4;
  /** How many pictures of the first row load eagerly, where the grid is at the top of its page. */
  eager?: number;
}

export function ListingGrid({
  listings,
  liked = [],
  viewerId,
  label,
  compact,
  carousel,
  ofOneSeller,
  level,
  eager = 0,
}: ListingGridProps) {
  // One that has all that a tour points at.
  const guided = listings.findIndex(({ seller, gone }) => seller.id !== viewerId && !gone);
  return (
    <TileGrid compact={compact} carousel={carousel} label={label}>
      {listings.map((listing, at) => (
        <li key={listing.id}>
          <ListingTile
            listing={listing}
            liked={liked.includes(listing.id)}
            isMember={viewerId !== null}
            isOwn={viewerId === listing.seller.id}
            level={level}
            isSellerNamed={!ofOneSeller}
            guided={at === guided}
            priority={at >= eager ? 'lazy' : at === 0 ? 'first' : 'eager'}
          />
        </li>
      ))}
    </TileGrid>
  );
}
