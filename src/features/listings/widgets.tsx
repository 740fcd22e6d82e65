/** Face, browser: listings as other rooms show them. */
export { browseAddress } from './components/browse-query.ts';
export { Favourite } from './components/favourite.tsx';
export { ListingGrid, type ListingGridProps } from './components/listing-grid.tsx';
export { ListingTile } from './components/listing-tile.tsx';
export { countOf, gameName, type TileFacts, tileFacts } from './components/listing-words.ts';
export { Shelf, type ShelfProps } from './components/shelf.tsx';
