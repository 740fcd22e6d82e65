import { CardTile, type CardTileProps, tileWords } from '#ui/card-tile.tsx';
import { Kept } from '#ui/kept.tsx';
import { Favorite } from './favorite.tsx';
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
export function ListingTile({ listing, liked = false, isMember, isOwn = false, isSellerNamed = true, onFavorite, ...look }: ListingTileProps) {
  const { id, condition, seller } = listing;
  return (
    // The picture that a page is about is announced in its head, by whoever draws it.
    <Kept
      by={() => (look.priority === 'first' ? null : `tile ${JSON.stringify([condition, liked, isMember, isOwn, look])}`)}
      words={{ ...tileWords({ ...listing, seller: isSellerNamed ? seller : null }, look.sizes), id }}
    >
      {(words) => (
        <CardTile
          {...look}
          to={`/listings/${words.id}`}
          words={words}
          condition={condition}
          favorite={
            isOwn ? undefined : (
              <Favorite
                listingId={words.id}
                card={words.name as string}
                liked={liked}
                isMember={isMember}
                guided={look.guided}
                onChange={onFavorite}
              />
            )
          }
        />
      )}
    </Kept>
  );
}
