/** Face, browser: listings as other rooms show them. */
import { lazyPart } from '#ui/lazy-part.ts';

export { browseAddress } from './components/browse-address.ts';
export { Favorite } from './components/favorite.tsx';
export { momentSentence, reasonWord } from './components/history-words.ts';
export { ListingGrid, type ListingGridProps } from './components/listing-grid.tsx';
export { ListingTile } from './components/listing-tile.tsx';
export { countOf, gameName, type TileFacts, tileFacts } from './components/listing-words.ts';
export { Shelf, type ShelfProps } from './components/shelf.tsx';
export { operatorReasons } from './listing.process.ts';

/** Joins the header's search field once the page is used; fetched then. */
export const SearchSuggestions = lazyPart(() => import('./components/search-suggestions.tsx'));
