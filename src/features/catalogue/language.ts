/**
 * Public API, browser and server: the search language of copies, cards and wanted posts. A separate entry point, since
 * few pages use it and the others should not load it.
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
export { unknownOperators } from './language/unknown-operators.ts';
