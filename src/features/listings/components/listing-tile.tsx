import { CardTile, type CardTileProps } from '#ui/card-tile.tsx';
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
  const { id, name, setLine, photo, price, finish, condition, grading, seller, post, gone } = listing;
  return (
    // The picture that a page is about is announced in its head, by whoever draws it.
    <Kept by={() => (look.priority === 'first' ? null : `tile ${JSON.stringify([listing, liked, isMember, isOwn, isSellerNamed, look])}`)}>
      <CardTile
        {...look}
        to={`/listings/${id}`}
        name={name}
        setLine={setLine}
        photo={photo}
        price={price}
        finish={finish}
        condition={condition}
        grading={grading}
        seller={isSellerNamed ? seller : null}
        post={post}
        gone={gone}
        favorite={
          isOwn ? undefined : <Favorite listingId={id} card={name} liked={liked} isMember={isMember} guided={look.guided} onChange={onFavorite} />
        }
      />
    </Kept>
  );
}
