/** Public API, server: listings for other features and pages. */

export { refusalText, refusalTexts, type StoredRefusal, storedRefusal } from './bulk/coded-refusals.ts';
export {
  type ChosenListing,
  chosenListings,
  countChosen,
  type OwnChoice,
  searchProblem,
} from './bulk/own-choice.server.ts';
export { whyBeyondLimits, whyNotMoved, whyNotPriced } from './bulk/preview-change.server.ts';
export { repriceListings } from './bulk/reprice-listings.server.ts';
export { countEnding, type EndingTile, endingNext, endingTiles } from './carousels/ending-next.server.ts';
export {
  copiesOfCard,
  countLive,
  featuredListings,
  newestListings,
  offersOfCards,
  readAsks,
  readAsksOf,
} from './carousels/listing.carousels.server.ts';
export { newestInGames } from './carousels/newest-in-games.server.ts';
export { findCarousels } from './carousels/related-carousels.server.ts';
export { checklistRows } from './checklist.ts';
export { cheaperFavorites } from './favorites/cheaper-favorites.server.ts';
export { addFavorite, favoriteIds, listWatchers } from './favorites/favorites.server.ts';
export { type CreateListingExtras, createListing } from './lifecycle/create-listing.server.ts';
export { type Created, createListings } from './lifecycle/create-listings.server.ts';
export { editListing } from './lifecycle/edit-listing.server.ts';
export { pauseListing, renewListing, resumeListing, takeBackListing } from './lifecycle/move-listing.server.ts';
export { releaseListing, stopListing } from './lifecycle/stop-listing.server.ts';
export { listingChanged, listingsCreated, listingsRepriced } from './model/listing.events.ts';
export { listingPolicy, unknownListing } from './model/listing.policy.ts';
export { listingLimits, needsPhoto } from './model/listing.rules.ts';
export { refusalSentence } from './model/refusal-sentences.ts';
export {
  type ListingUpdates,
  readListingUpdates,
  savedAmong,
  stillFavourites,
  type Watcher,
  watchersOf,
} from './notices/listing-updates.server.ts';
export { lowestForSale } from './own-listings/lowest-for-sale.server.ts';
export { listOwnListings } from './own-listings/own-listings.server.ts';
export { type OwnCopy, ownStock } from './own-listings/own-stock.server.ts';
export { countOwnListings, summariseOwn } from './own-listings/own-tally.server.ts';
export { actOnOwnListings, loadOwnListings } from './pages/own-listings.server.ts';
export { loadSellerShop } from './pages/seller-shop.server.ts';
export { searchTextOf } from './read/card-facts.server.ts';
export { writtenBy } from './read/description-format.ts';
export {
  findListing,
  findListingsByIds,
  getListing,
  seeListing,
  sellersOfListings,
} from './read/listing.queries.server.ts';
export { lockListings } from './read/listing.write.server.ts';
export { inspectListing, listHistory } from './read/listing-history.server.ts';
export { countView } from './read/views.server.ts';
export { settleListings } from './reconcile/reconcile-seller-listings.server.ts';
export { countUnchecked } from './reconcile/unchecked-listings.server.ts';
export { findListingsByText } from './search/find-by-text.server.ts';
export { hiddenSellers } from './search/hidden-sellers.server.ts';
export { likeness } from './search/matching/like-keys.ts';
export { whichFit } from './search/matching/match-queries.server.ts';
export {
  findMatchableListing,
  findMatchableListings,
  findMatchableListingsByIds,
  findMatchableListingsOfCards,
  type MatchableListing,
} from './search/matching/matching-listings.server.ts';
export {
  cardKeyOf,
  type FoundUnder,
  foundUnder,
  keysOfListing,
  narrowedBy,
  readingNow,
} from './search/matching/search-keys.server.ts';
export {
  findAmong,
  mayBeNotifiedOf,
  readStoredSearch,
  requireStorableSearch,
  wordsOfSearch,
} from './search/stored-search.server.ts';
export { findReadersShipping } from './shipping/readers-shipping.server.ts';
export { copyRows } from './stock/copy-rows.server.ts';
export { changedAmong, changesSince } from './stock/listing-changes.server.ts';
export { countNewSellers } from './stock/new-sellers.server.ts';
export {
  type BargainListing,
  findForBargain,
  lockForBargain,
  refuseBargain,
  refuseOffSale,
} from './stock/offer-terms.server.ts';
export { allowSales, blockSales, explainSalesBlock, findSalesBlocks } from './stock/sales-block.server.ts';
export { listCertificatesTwice } from './stock/same-certificate.server.ts';
export {
  checkHold,
  type HeldStock,
  type HoldInput,
  holdStock,
  type ListingSnapshot,
  releaseStock,
  sellStock,
} from './stock/stock.server.ts';
export { storageLocations } from './stock/storage-locations.server.ts';
export { clearViewed, listViewed } from './viewed/viewed-listings.server.ts';
