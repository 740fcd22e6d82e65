/**
 * Public API, server: the catalogue. Reads take the database handle first; search takes the platform, because it uses a
 * compact index in memory (loaded on the first search, shared by all requests of the process).
 */

export { cardArtSvg } from './art/card-art.ts';
export { correctCard, correctionInput, getCardToCorrect } from './correct/correct-card.server.ts';
export { importCatalogueFiles } from './import/import-catalogue.server.ts';
export {
  ensureShippedCatalogue,
  isShippedCatalogueLoaded,
  tablesShippedAgain,
} from './import/shipped-catalogue.server.ts';
export { meaningsOfCards } from './language/card-conditions.ts';
export { cardInWords } from './model/card-in-words.ts';
export { plainCopySql } from './model/copy-traits.ts';
export { rarityName, raritySpellings, readRarity } from './model/fact-words.ts';
export { setAddress } from './read/addresses.ts';
export { cardsAtOnce, loadSetPage, type SetPageData } from './read/catalogue.pages.server.ts';
export {
  findCard,
  findCardsByIds,
  getCard,
  getCardDetail,
  listGames,
} from './read/catalogue.queries.server.ts';
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
} from './read/printings.server.ts';
export { findCardPage } from './search/find-card-page.server.ts';
export { catalogueRevision } from './search/index/index-store.server.ts';
export { holdsAll } from './search/match.ts';
export { orOfWords } from './search/query/or-of-words.server.ts';
export { searchWords } from './search/query/words.ts';
export { mostNotified, requireAdvancedSearch } from './search/require-advanced-search.server.ts';
export { resolveQuery, searchCards } from './search/search-cards.server.ts';
export { searchSets } from './search/search-sets.server.ts';
