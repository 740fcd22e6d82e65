/**
 * Face, browser and server alike: the language in which copies, cards and wanted posts are searched. A face of its own,
 * since the pages that speak it are few and the others need not carry it.
 */
export { isAdvanced } from './language/is-advanced.ts';
export { parseSearch, searchLimits } from './language/parse-search.ts';
export { printSearch } from './language/print-search.ts';
export { keyOf, placeNames, searchKeys } from './language/search-keys.ts';
export {
  ageMs,
  anyOf,
  bareNumber,
  conditionOf,
  either,
  type Meanings,
  numberCondition,
  readNumber,
  signOf,
  type Values,
} from './language/search-sql.ts';
export {
  type Comparison,
  joined,
  negated,
  type SearchKey,
  type SearchPlace,
  type SearchProblem,
  type SearchTerm,
  type SearchTree,
  searchKeyNames,
  wordsApart,
} from './language/search-tree.ts';
export { straighten } from './language/straighten.ts';
