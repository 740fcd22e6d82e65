import { Link } from 'react-router';
import { ConditionBadge, GradeBadge } from '#ui/card/condition-badge.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Price, postWords } from '#ui/card/price.tsx';
import { Rating } from '#ui/card/rating.tsx';
import { Favorite } from './listing/favorite.tsx';
import type { TileFacts } from './listing-words.ts';

export interface ListingTableProps {
  listings: readonly TileFacts[];
  liked: readonly string[];
  viewerId: string | null;
}

/** The same copies as rows, for comparing figures. Below 900 px each row is a small card. */
export default function ListingTable({ listings, liked, viewerId }: ListingTableProps) {
  return (
    <div className="panel flush mb-0!">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <section className="tw" tabIndex={0} aria-label="Results, scrollable table">
        <table className="tbl browse-tbl">
          <thead>
            <tr>
              <th>Card</th>
              <th>Condition</th>
              <th className="n">Price</th>
              <th className="n">Shipping</th>
              <th>Seller</th>
              <th>
                <span className="sr">Favorite</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {listings.map((listing) => (
              <tr key={listing.id} className="lrow" data-testid="listing-tile">
                <td>
                  <div className="flex items-center gap-3">
                    <span className="mini-art">
                      {listing.photo ? (
                        <PhotoImg photo={listing.photo} sizes="34px" alt="" />
                      ) : (
                        <span className="copy-none">No photo</span>
                      )}
                    </span>
                    <div className="min-w-0">
                      <h3>
                        <Link to={`/listings/${listing.id}`}>{listing.name}</Link>
                      </h3>
                      <p className="dim text-[0.78125rem]">
                        {listing.setLine}
                        {listing.finish && ` · ${listing.finish}`}
                        {listing.traits && ` · ${listing.traits}`}
                      </p>
                    </div>
                  </div>
                </td>
                <td>
                  {listing.grading ? (
                    <GradeBadge {...listing.grading} form="short" />
                  ) : (
                    <ConditionBadge condition={listing.condition} form="short" />
                  )}
                </td>
                <td className="n">
                  <Price value={listing.price} size="plain" className="font-semibold" />
                </td>
                <td className="n dim">{listing.gone ?? postWords(listing.post, listing.postVaries)}</td>
                <td>
                  <span className="ws">
                    <Link to={`/profile/${listing.seller.id}`}>{listing.seller.username}</Link>
                    {listing.seller.rating !== undefined && <Rating value={listing.seller.rating} />}
                  </span>
                </td>
                <td className="a">
                  {viewerId !== listing.seller.id && (
                    <Favorite
                      listingId={listing.id}
                      card={listing.name}
                      liked={liked.includes(listing.id)}
                      isMember={viewerId !== null}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
