/** Face, browser: listings as other rooms and pages show them. */
import { lazyPart } from '#ui/lazy-part.ts';

export { browseAddress } from './components/browse-address.ts';
export { Shelf } from './components/carousel.tsx';
export { CopyFacts, Written } from './components/copy-facts.tsx';
export { Favorite } from './components/favorite.tsx';
export { Gallery } from './components/gallery.tsx';
export { momentSentence, reasonWord, standingWord } from './components/history-words.ts';
export { listingJsonLd, listingSentence } from './components/listing-meta.ts';
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
export { OwnListings } from './components/own-listings.tsx';
export { useSignInFor } from './components/save-intent.ts';
export { SellerCard } from './components/seller-card.tsx';
export { SellerShop, type ShopData } from './components/seller-shop.tsx';
export { ShareButton } from './components/share-button.tsx';
export { isNarrowed } from './components/shop-address.ts';
export { type ListingChanges, useChangesSinceOpened } from './components/use-changes.ts';
export { useViewCount } from './components/use-view-count.ts';
export { operatorReasons } from './listing.process.ts';
export { languages, listingGames } from './listing.rules.ts';

/** Joins the header's search field after hydration; fetched then. */
export const SearchSuggestions = lazyPart(() => import('./components/search-suggestions.tsx'));

/** Only whose search says more than words. */
export const AdvancedNote = lazyPart(() => import('./components/advanced-note.tsx'));

/** Rows of links below what a page is for: drawn with it, and fetched after it. */
export const CopiesTable = lazyPart(() => import('./components/copies-table.tsx'));

/** Only the seller's browser needs the seller's buttons. */
export const OwnPanel = lazyPart(() => import('./components/own-panel.tsx'));

/** Only a listing that is not for sale needs it. */
export const StateBox = lazyPart(() => import('./components/state-box.tsx'));
