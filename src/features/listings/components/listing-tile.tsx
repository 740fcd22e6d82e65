import { CardTile, type CardTileProps } from '#ui/card/card-tile.tsx';
import { Favorite } from './listing/favorite.tsx';
import type { TileFacts } from './listing-words.ts';

export interface ListingTileProps extends Pick<CardTileProps, 'level' | 'priority' | 'sizes' | 'guided'> {
  listing: TileFacts;
  liked?: boolean;
  isMember: boolean;
  /** Without the heart, where the listing is the viewer's own. */
  isOwn?: boolean;
  /** Where all around it is of one seller, none of the tiles says so. */
  isSellerNamed?: boolean;
  onFavorite?: (liked: boolean) => void;
}

/** A listing as a tile, wherever listings are shown in pictures. */
export function ListingTile({
  listing,
  liked = false,
  isMember,
  isOwn = false,
  isSellerNamed = true,
  onFavorite,
  ...look
}: ListingTileProps) {
  const { id, condition, seller } = listing;
  return (
    <CardTile
      {...look}
      to={`/listings/${id}`}
      copy={{ ...listing, seller: isSellerNamed ? seller : null }}
      condition={condition}
      favorite={
        isOwn ? undefined : (
          <Favorite
            listingId={id}
            card={listing.name}
            liked={liked}
            isMember={isMember}
            guided={look.guided}
            onChange={onFavorite}
          />
        )
      }
    />
  );
}
