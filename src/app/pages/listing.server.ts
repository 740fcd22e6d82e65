import { findPublicProfile, type PublicProfile } from '#features/members/index.server.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { postOf, type TileFacts, tileFacts, totalOf } from '../components/listing-words.ts';
import type { Listing } from '../contract.ts';
import { favoriteIds } from '../favorites.server.ts';
import { findListing } from '../listing.queries.server.ts';
import { priceRank } from '../listing.rules.ts';
import { otherCopies, sellerListings, similarListings } from '../listing.shelves.server.ts';
import { unknownListing } from '../listing.write.server.ts';

export interface ListingPageData {
  listing: Listing;
  /** Other copies of the card, by what they cost with post. */
  copies: TileFacts[];
  similar: TileFacts[];
  fromSeller: TileFacts[];
  seller: Pick<PublicProfile, 'location' | 'ratingCount' | 'joinDate'> | null;
  liked: string[];
  viewerId: string | null;
  now: string;
}

/** All that a listing's page shows. Refuses an unknown id and other people's drafts (404); one that was taken down is given with its state. */
export async function loadListingPage(platform: Platform, actor: Actor | null, id: string): Promise<ListingPageData> {
  const viewerId = actor?.id ?? null;
  const listing = await findListing(platform, id, viewerId);
  if (!listing) throw notFound(unknownListing);
  const [copies, similar, fromSeller, profile] = await Promise.all([
    listing.catalogueCardId ? otherCopies(platform, listing.catalogueCardId, id, 20) : [],
    similarListings(platform, listing, 8),
    sellerListings(platform, listing.seller.id, id, 8),
    findPublicProfile(platform.db, listing.seller.id),
  ]);
  const shown = [listing, ...similar, ...fromSeller].map((each) => each.id);
  const liked = viewerId ? await favoriteIds(platform, viewerId, shown) : [];
  return {
    listing,
    copies: copies.sort((a, b) => totalRank(a) - totalRank(b)).map(tileFacts),
    similar: similar.map(tileFacts),
    fromSeller: fromSeller.map(tileFacts),
    seller: profile && { location: profile.location, ratingCount: profile.ratingCount, joinDate: profile.joinDate },
    liked: [...liked],
    viewerId,
    now: platform.clock.now().toISOString(),
  };
}

function totalRank(listing: Listing): number {
  return priceRank(totalOf(listing.price, postOf(listing)));
}
