import { isAdvanced as isAdvancedOf } from '#features/catalogue/language.ts';
import { keywordsOf } from './keyword-operators.ts';
import { readOperators } from './operators.ts';

/** Whether a search for copies has more than words and the operators that are filters of browse. */
export function isAdvanced(q: string): boolean {
  return isAdvancedOf(q, isFilter);
}

/** Whether an operator is a filter of browse, or its value is searched as keywords. */
function isFilter(term: string): boolean {
  return readOperators(term) !== null || keywordsOf(term) !== term;
}
