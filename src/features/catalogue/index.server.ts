/**
 * The catalogue's face for other rooms on the server. Reads take the database handle first; search takes the platform, because it
 * answers from a compact index in memory (loaded on the first search, shared by all requests of the process).
 */
export { setAddress } from './addresses.ts';
export { cardArtSvg } from './art/card-art.ts';
export { cardInWords } from './card-in-words.ts';
export {
  findCard,
  findCardsByIds,
  getCard,
  getCardDetail,
  listGames,
} from './catalogue.queries.server.ts';
export { plainCopySql } from './copy-traits.ts';
export { rarityName, raritySpellings, readRarity } from './fact-words.ts';
export { importCatalogueFiles } from './import/import-catalogue.server.ts';
export { ensureShippedCatalogue, isShippedCatalogueLoaded, tablesShippedAgain } from './import/shipped-catalogue.server.ts';
export { meaningsOfCards } from './language/card-conditions.ts';
export {
  type Printing,
  printingsByIds,
  printingsNamed,
  printingsOf,
  printingsOfHalves,
  printingsOfIds,
  releaseYears,
  type SetMark,
  type SetName,
  setMarks,
  setNames,
} from './printings.server.ts';
export { catalogueRevision } from './search/index-store.server.ts';
export { holdsAll } from './search/match.ts';
export { orOfWords } from './search/or-of-words.server.ts';
export { mostTold, requireAdvancedSearch } from './search/require-advanced-search.server.ts';
export { resolveQuery, searchCards } from './search/search-cards.server.ts';
export { searchSets } from './search/search-sets.server.ts';
export { searchWords } from './search/words.ts';
