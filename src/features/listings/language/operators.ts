import { finishes, isPlainFinish, parseEdition } from '#features/catalogue/words.ts';
import { conditionsAtLeast } from '#kernel/cards/conditions.ts';
import { withoutCurrency } from '#kernel/numbers/money.ts';
import { type BrowseQuery, operatorFlags } from '../components/browse/browse-address.ts';
import { gameNames, parseCondition, parseLanguage } from '../model/listing.rules.ts';
import { readGradings } from './read-gradings.ts';

/** The result of a search typed with operators: filters, and the remaining words. */
export interface Typed {
  filters: Partial<BrowseQuery>;
  words: string;
  /** `seller:name`, to be resolved. */
  seller: string | null;
}

const operator =
  /(?:^|\s)(?:(game|lang|cond|edition|is|seller):("[^"]+"|\S+)|price\s?([<>])\s?((?:US)?\$?[\d.,]+(?:\$|USD)?))(?=\s|$)/gi;

/**
 * Parses `cond:nm+ price<20 lang:ja is:graded charizard psa 10`. Null where no operator and no grade is in it; an
 * unknown operator stays a word, so that the search still matches something.
 */
export function readOperators(q: string): Typed | null {
  const filters: Partial<BrowseQuery> = {};
  let seller: string | null = null;
  let isFound = false;
  let rest = '';
  let from = 0;
  for (const match of q.matchAll(operator)) {
    rest += q.slice(from, match.index);
    from = match.index + match[0].length;
    const [, name, quoted = '', sign, amount = ''] = match;
    const value = quoted.replaceAll('"', '');
    const known = sign ? setPrice(filters, sign, amount) : setFilter(filters, (name ?? '').toLowerCase(), value);
    if (name?.toLowerCase() === 'seller') seller = value;
    if (known || seller === value) isFound = true;
    else rest += match[0];
  }
  rest += q.slice(from);
  const graded = readGradings(rest);
  if (!isFound && !graded) return null;
  return {
    filters: { ...filters, ...graded?.filters },
    words: (graded?.words ?? rest).replace(/\s+/g, ' ').trim(),
    seller,
  };
}

function setPrice(filters: Partial<BrowseQuery>, sign: string, amount: string): boolean {
  filters[sign === '<' ? 'maxPrice' : 'minPrice'] = withoutCurrency(amount);
  return true;
}

function setFilter(filters: Partial<BrowseQuery>, name: string, value: string): boolean {
  const key = value.toLowerCase();
  switch (name) {
    case 'game': {
      const game = Object.entries(gameNames).find(
        ([id, label]) => id === key || label.toLowerCase() === key || label.toLowerCase().startsWith(`${key}:`),
      );
      if (game) filters.game = game[0];
      return game !== undefined;
    }
    case 'lang': {
      const language = parseLanguage(value);
      if (language) filters.language = [...(filters.language ?? []), language];
      return language !== null;
    }
    case 'cond': {
      const orBetter = value.endsWith('+');
      const condition = parseCondition(orBetter ? value.slice(0, -1) : value);
      if (!condition || condition === 'unknown') return false;
      filters.condition = orBetter ? conditionsAtLeast(condition) : [...(filters.condition ?? []), condition];
      return true;
    }
    case 'edition':
      return setEdition(filters, value);
    case 'is': {
      const flag = operatorFlags.find((each) => each === key);
      if (flag) filters[flag] = 'true';
      else if (key === 'foil') filters.finish = finishes.filter((finish) => !isPlainFinish(finish));
      else return setEdition(filters, value);
      return true;
    }
    default:
      return false;
  }
}

function setEdition(filters: Partial<BrowseQuery>, value: string): boolean {
  const edition = parseEdition(value);
  if (edition) filters.edition = [...(filters.edition ?? []), edition];
  return edition !== null;
}
