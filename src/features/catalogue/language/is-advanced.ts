import { parseSearch } from './parse-search.ts';
import { keyOf } from './search-keys.ts';

const term = /(?<![^\s(])-?([a-z]+)(?:[:=](?=[^\s()])|\s?[<>]=?\s?)(?:"[^"]*"|[^\s()])+/gi;
/** Placeholder for an operator that is a filter: an invisible character that no keyboard has. */
const filter = '\u2063';
/** A filter alone holds for the whole search; beside an or, a not or in brackets it is part of one. */
const besideFilter = [
  /\u2063\s+(or|(and\s+)?not)\b/i,
  /\u2063\s+and\s+\(*\u2063/i,
  /(?<!\S)\(*(or|not)\s+\(*\u2063/i,
  /\([^()]*\u2063[^()]*\)/,
];
const outsideOfQuotes = /"[^"]*"/g;

/**
 * Whether the text of the search box is an advanced search. The plain search is unchanged: words, quotes, `Fact or
 * Fiction`, a dash before a word, and the operators that are filters of this search (`isFilter`). Another key, a `not`
 * before a key, brackets or quotes, or an `or` in brackets or in capitals makes it advanced.
 */
export function isAdvanced(q: string, isFilter: (term: string) => boolean = () => false): boolean {
  let isBeyond = false;
  const bare = q
    .replace(term, (whole, spelling: string) => {
      if (!keyOf(spelling) || isMistyped(whole)) return whole;
      isBeyond ||= !isFilter(whole);
      return filter;
    })
    .replace(outsideOfQuotes, '""');
  if (isBeyond || besideFilter.some((pattern) => pattern.test(bare))) return true;
  if (/(?<![^\s(])-["(]/.test(bare)) return true;
  if (/\([^()]*\S\s+or\s+\S[^()]*\)/i.test(bare)) return true;
  // In capitals among words that are not: text all in capitals is a name.
  return /\S\s+(OR|NOT|OR NOT|AND NOT)\s+\S/.test(bare) && /\p{Ll}/u.test(bare);
}

/** A filter's operator with a value that it does not know has always been a word: `is:shiny`. */
function isMistyped(whole: string): boolean {
  return /^(game|lang|cond|is):[^,]*$/i.test(whole) && parseSearch(whole).tree === null;
}
