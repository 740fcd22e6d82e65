/** Face, server: what other rooms and pages may ask of listings. */

export { findAmong, keepSearch, mayBeToldOf, readKeptSearch, wordsOfSearch } from './cached-search.server.ts';
export { searchTextOf } from './card-facts.server.ts';
export { checklistRows } from './checklist.ts';
export { copyRows } from './copy-rows.server.ts';
export { type CreateListingExtras, createListing } from './create-listing.server.ts';
export { type Created, createListings } from './create-listings.server.ts';
export { writtenBy } from './description-format.ts';
export { editListing } from './edit-listing.server.ts';
export { type EndingTile, endingNext, endingTiles } from './ending-next.server.ts';
export { addFavorite, favoriteIds, listWatchers } from './favorites.server.ts';
export { hiddenSellers } from './hidden-sellers.server.ts';
export { likeness } from './like-keys.ts';
export {
  copiesOfCard,
  countLive,
  featuredListings,
  newestListings,
  readAsks,
  readAsksOf,
} from './listing.carousels.server.ts';
export { listingChanged, listingsBegun, listingsRepriced } from './listing.events.ts';
export { listingPolicy, unknownListing } from './listing.policy.ts';
export { findListing, findListingsByIds, getListing, seeListing } from './listing.queries.server.ts';
export { listingLimits, needsPhoto } from './listing.rules.ts';
export { changesSince } from './listing-changes.server.ts';
export { listHistory, lookAtListing } from './listing-history.server.ts';
export { type ListingNews, readListingNews, savedAmong, stillFavourites, type Watcher, watchersOf } from './listing-updates.server.ts';
export { whichFit } from './match-queries.server.ts';
export {
  findSoughtListing,
  findSoughtListings,
  findSoughtListingsByIds,
  findSoughtListingsOfCards,
  type SoughtListing,
} from './matching-listings.server.ts';
export { pauseListing, renewListing, resumeListing, takeBackListing } from './move-listing.server.ts';
export { type BargainListing, findForBargain, lockForBargain, refuseBargain, refuseOffSale } from './offer-terms.server.ts';
export { type ChosenListing, chosenListings, countChosen, type OwnChoice, searchProblem } from './own-choice.server.ts';
export { type OwnCopy, ownStock } from './own-stock.server.ts';
export { countOwnListings, summariseOwn } from './own-tally.server.ts';
export { actOnOwnListings, loadOwnListings } from './pages/own-listings.server.ts';
export { loadSellerShop } from './pages/seller-shop.server.ts';
export { whyNotMoved, whyNotPriced } from './preview-change.server.ts';
export { settleListings } from './reconcile-seller-listings.server.ts';
export { refusalSentence } from './refusal-sentences.ts';
export { findShelves } from './related-carousels.server.ts';
export { repriceListings } from './reprice-listings.server.ts';
export { listCertificatesTwice } from './same-certificate.server.ts';
export { cardKeyOf, type FoundUnder, foundUnder, keysOfListing, narrowedBy, readingNow } from './search-keys.server.ts';
export { type HeldStock, type HoldInput, holdStock, type ListingSnapshot, releaseStock, sellStock } from './stock.server.ts';
export { releaseListing, stopListing } from './stop-listing.server.ts';
export { shelfPlaces } from './storage-locations.server.ts';
export { countUnchecked } from './unchecked-listings.server.ts';
export { countView } from './views.server.ts';
