import { parseSearch, type SearchTree, straighten, wordsApart } from '#features/catalogue/language.ts';
import {
  type CopyFlag,
  copyFlags,
  type Edition,
  eachFlag,
  editions,
  finishes,
  gradingCompanies,
  parseEdition,
  parseGrade,
  parseGradingCompany,
} from '#features/catalogue/words.ts';
import { readCountry, readDestination } from '#features/shipping/words.ts';
import { isId } from '#kernel/ids.ts';
import type { FieldErrors } from '#kernel/refusal.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import { isAdvanced } from '../language/is-advanced.ts';
import { keywordsOf } from '../language/keyword-operators.ts';
import {
  type Condition,
  conditions,
  leastRatings,
  listingGames,
  parseCondition,
  parseLanguage,
} from '../model/listing.rules.ts';

/**
 * A search's criteria, parsed from an address. The address holds the whole state of a browse page; paging is parsed as
 * everywhere (`kernel/numbers/paging-schema.ts`).
 */
export const listingSorts = ['newest', 'price_asc', 'price_desc', 'ending', 'relevance'] as const;
export type ListingSort = (typeof listingSorts)[number];

export interface ListingFilters extends Record<CopyFlag, boolean | null> {
  q: string | null;
  game: string[];
  set: string[];
  rarity: string[];
  condition: Condition[];
  finish: string[];
  language: string[];
  graded: boolean | null;
  /** Short names such as `PSA`. */
  company: string[];
  /** `10`, `9.5`, `Authentic`. */
  grade: string[];
  photo: boolean | null;
  edition: Edition[];
  /** Minor units of the reference currency. */
  minPrice: number | null;
  maxPrice: number | null;
  seller: string | null;
  /** One of `leastRatings`. */
  minRating: number | null;
  /** Countries of sellers (ISO 3166). */
  shipsFrom: string[];
  /** A country, `EU` or `world`. */
  shipsTo: string | null;
  acceptsOffers: boolean | null;
  /** The tree of `q` where it is advanced search; the filters beside it apply as well. */
  advanced?: SearchTree;
  /** Whose listings this caller is not shown, in order; no address says it. Absent for nearly everybody. */
  withoutSellers?: readonly string[];
}

/** The filters by what makes a copy different from a plain one. */
export const traitFilters = ['edition', ...copyFlags] as const;
export type TraitFilter = (typeof traitFilters)[number];

export interface ListingSearch extends ListingFilters {
  sort: ListingSort;
}

/** A page of a search. */
export interface ListingQuery extends ListingSearch {
  cursor: string | null;
  limit: number;
}

export const queryLimits = { text: 200, values: 50, valueLength: 80, page: 40, price: 100_000_000_000 } as const;

/**
 * Reads an address. Each filter may be repeated or hold several values with commas between. What can't be read is left
 * out and named in `errors`.
 */
export function readListingQuery(params: URLSearchParams): { query: ListingSearch; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const q = straighten(params.get('q') ?? '')
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  if (q.length > queryLimits.text) errors.q = `Enter at most ${queryLimits.text} characters.`;

  const advanced = q !== '' && !errors.q && isAdvanced(q) ? parseSearch(q) : null;
  if (advanced?.problem) errors.q = advanced.problem.message;

  const many = <T extends string>(name: string, read: (text: string) => T | null, allowed: string): T[] => {
    const values = params
      .getAll(name)
      .flatMap((value) => value.split(','))
      .map((value) => value.trim())
      .filter(Boolean);
    if (values.length > queryLimits.values) errors[name] = `Enter at most ${queryLimits.values} values for ${name}.`;
    const found = new Set<T>();
    for (const value of values.slice(0, queryLimits.values)) {
      const known = read(value);
      if (known === null) errors[name] ??= `${name} must be ${allowed}.`;
      else found.add(known);
    }
    return [...found].sort();
  };
  const text = (value: string) => (value.length <= queryLimits.valueLength && isPlainLine(value) ? value : null);
  const flag = (name: string): boolean | null => {
    const value = params.get(name);
    if (value === null || value === '') return null;
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    errors[name] = `Use true or false for ${name}.`;
    return null;
  };
  const whole = (name: string, min: number, max: number): number | null => {
    const value = params.get(name);
    if (value === null || value === '') return null;
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    errors[name] = `${name} must be a whole number from ${min} to ${max}.`;
    return null;
  };

  const rating = (): number | null => {
    const value = params.get('minRating') || null;
    const known = leastRatings.find((each) => String(each) === value) ?? null;
    if (value !== null && known === null)
      errors.minRating = `Use one of these values for minRating: ${leastRatings.join(', ')}.`;
    return known;
  };

  const destination = (): string | null => {
    const value = params.get('shipsTo')?.trim() || null;
    const known = value === null ? null : readDestination(value);
    if (value !== null && known === null) errors.shipsTo = 'shipsTo must be a country code such as DE, EU or world.';
    return known;
  };

  const sortText = params.get('sort') || null;
  const sort = listingSorts.find((known) => known === sortText) ?? null;
  if (sortText !== null && sort === null) errors.sort = `Use one of these values for sort: ${listingSorts.join(', ')}.`;
  const seller = params.get('seller') || null;
  if (seller !== null && !isId(seller)) errors.seller = 'We couldn’t find this seller.';

  const query: ListingSearch = {
    ...(errors.q ? { q: null } : advanced?.tree ? withWordsApart(advanced.tree) : { q: keywordsOf(q) || null }),
    game: many('game', gameSlug, `a game such as ${listingGames.join(', ')}`),
    set: many('set', text, 'the code of a set'),
    rarity: many('rarity', text, 'a rarity'),
    condition: many('condition', parseCondition, `one of ${conditions.join(', ')}`),
    finish: many('finish', oneOf(finishes), `one of ${finishes.join(', ')}`),
    language: many('language', parseLanguage, 'a language code such as en'),
    graded: flag('graded'),
    company: many('company', parseGradingCompany, `a grading company such as ${gradingCompanies[0]}`),
    grade: many('grade', gradeText, 'a grade such as 9.5'),
    photo: flag('photo'),
    edition: many('edition', parseEdition, `one of ${editions.join(', ')}`),
    ...eachFlag(flag),
    minPrice: whole('minPrice', 0, queryLimits.price),
    maxPrice: whole('maxPrice', 0, queryLimits.price),
    seller: seller !== null && isId(seller) ? seller : null,
    minRating: rating(),
    shipsFrom: many('shipsFrom', readCountry, 'a country code such as DE'),
    shipsTo: destination(),
    acceptsOffers: flag('acceptsOffers'),
    sort: 'newest',
  };
  // Without words nothing is more relevant than anything else.
  query.sort = sort === null || sort === 'relevance' ? (query.q === null ? 'newest' : 'relevance') : sort;
  return { query, errors };
}

function withWordsApart(tree: SearchTree): Pick<ListingFilters, 'q' | 'advanced'> {
  const { words, rest } = wordsApart(tree);
  return { q: words, ...(rest && { advanced: rest }) };
}

/** An import may add games beyond the shipped ones, so any name of the right form is valid. */
function gameSlug(text: string): string | null {
  const slug = text.toLowerCase();
  return /^[a-z0-9-]{1,32}$/.test(slug) ? slug : null;
}

function gradeText(text: string): string | null {
  const grade = parseGrade(text);
  return grade === null ? null : String(grade);
}

function oneOf<T extends string>(known: readonly T[]): (text: string) => T | null {
  return (text) => known.find((value) => value === text.toLowerCase()) ?? null;
}
