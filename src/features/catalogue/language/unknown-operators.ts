import type { SearchWarning } from '../contract.ts';
import { keyOf, searchKeys } from './search-keys.ts';

/** Quoted text is skipped: it is searched as it is written. */
const written = /"[^"]*"|(?<![^\s(])(\p{L}+):("[^"]+"|[^\s()"]+)/giu;
/** A page says no more than can be read at a glance. */
const mostWarnings = 3;

/**
 * What looks like an operator in a search by keywords and is none: an unknown name, or a value that it does not have.
 * `isFilter` says which terms are filters of this search.
 */
export function unknownOperators(q: string, isFilter: (term: string) => boolean = () => false): SearchWarning[] {
  const warnings = new Map<string, SearchWarning>();
  for (const [term, name, quoted = ''] of q.matchAll(written)) {
    if (name === undefined || isFilter(term)) continue;
    const key = keyOf(name);
    const value = quoted.replaceAll('"', '');
    const operator = `${name}:`;
    if (key === null)
      warnings.set(term, {
        code: 'unknown_operator',
        operator,
        message: `“${name}:” isn’t a search operator. We searched for it as keywords.`,
      });
    else if (searchKeys[key].read(value) === null)
      warnings.set(term, {
        code: 'unknown_value',
        operator,
        message: `“${value}” isn’t a valid value for “${name}:”. We searched for it as keywords.`,
      });
  }
  return [...warnings.values()].slice(0, mostWarnings);
}
