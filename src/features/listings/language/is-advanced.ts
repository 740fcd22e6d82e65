import { isAdvanced as isAdvancedOf } from '#features/catalogue/language.ts';
import { readOperators } from '../components/browse/operators.ts';

/** Whether a search for copies has more than words and the operators that are filters of browse. */
export function isAdvanced(q: string): boolean {
  return isAdvancedOf(q, (term) => readOperators(term) !== null);
}
