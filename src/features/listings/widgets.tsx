/** Public API, browser: listings for other features and pages. */
import { lazyPart } from '#ui/lazy-part.ts';

export { browseAddress } from './components/browse/browse-address.ts';
export { Carousel } from './components/browse/carousel.tsx';
export { useSignInFor } from './components/browse/save-intent.ts';
export { ConditionPrices } from './components/listing/condition-prices.tsx';
export { CopyFacts, Written } from './components/listing/copy-facts.tsx';
export { Favorite } from './components/listing/favorite.tsx';
export { Gallery } from './components/listing/gallery.tsx';
export { momentSentence, statusWord } from './components/listing/history-words.ts';
export { listingJsonLd, listingSentence } from './components/listing/listing-meta.ts';
export { SellerCard } from './components/listing/seller-card.tsx';
export { ShareButton } from './components/listing/share-button.tsx';
export { useViewCount } from './components/listing/use-view-count.ts';
export { ListingTile } from './components/listing-tile.tsx';
export {
  type CopyRow,
  copyLabels,
  countOf,
  gameName,
  languageName,
  postOf,
  sentBy,
  specialFinish,
  type TileFacts,
  tileFacts,
} from './components/listing-words.ts';
export { OwnListings } from './components/own/own-listings.tsx';
export { type ListingChanges, useChangesSinceOpened } from './components/own/use-changes.ts';
export { SellerShop, type ShopData } from './components/shop/seller-shop.tsx';
export { isNarrowed } from './components/shop/shop-address.ts';
export { operatorReasons } from './model/listing.process.ts';
export { languages, listingGames } from './model/listing.rules.ts';

/** Joins the header's search field after hydration; fetched then. */
export const SearchSuggestions = lazyPart(() => import('./components/browse/search-suggestions.tsx'));

/** Only whose search says more than words. */
export const AdvancedNote = lazyPart(() => import('./components/browse/advanced-note.tsx'));

/** Carousels below a page's main content: rendered with it, and fetched after it. */
export const CopiesTable = lazyPart(() => import('./components/listing/copies-table.tsx'));

/** Only the seller's browser needs the seller's buttons. */
export const OwnPanel = lazyPart(() => import('./components/own/own-panel.tsx'));

/** Only listings of a seller who can't sell need it. */
export const SalesBlockNote = lazyPart(() => import('./components/listing/sales-block-note.tsx'));

/** Only a listing that is not for sale needs it. */
export const StateBox = lazyPart(() => import('./components/listing/state-box.tsx'));
