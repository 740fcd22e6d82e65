import { straighten } from '#features/catalogue/language.ts';
import {
  copyFlagDefinitions,
  copyFlagNames,
  eachFlag,
  editionNames,
  editions,
  finishName,
  parseGrade,
  parseGradingCompany,
} from '#features/catalogue/words.ts';
import { destinationInText, destinationName, readCountry, readDestination } from '#features/shipping/words.ts';
import { parseMoney, shortDecimalOf } from '#kernel/numbers/money.ts';
import { conditionNames, conditions, leastRatings } from '../../model/listing.rules.ts';
import { gameName, languageName } from '../listing-words.ts';
import { type BrowseQuery, type FlagValue, flagFilters, type View } from './browse-address.ts';

/** Full rows of two, three, four and six, and no more than a phone carries gladly; the next ones come by a press. */
export const resultsAtOnce = 24;

/** Sets and rarities that are offered before all are requested. */
export const valuesAtFirst = 8;

/** How many there are to choose from. */
export interface ValueCounts {
  set: number;
  rarity: number;
}

const views: readonly string[] = ['grid', 'compact', 'table'];
export const sorts = [
  ['relevance', 'Best match'],
  ['newest', 'Newest'],
  ['price_asc', 'Price: low to high'],
  ['price_desc', 'Price: high to low'],
  ['ending', 'Ending soonest'],
] as const;

/** What cannot be read is as good as absent: an old or broken link still shows cards. */
export function readBrowseQuery(params: URLSearchParams): BrowseQuery {
  const text = (name: string, max = 200) => (params.get(name) ?? '').trim().slice(0, max);
  const many = (name: string) =>
    [
      ...new Set(
        params
          .getAll(name)
          .flatMap((value) => (name === 'set' || name === 'rarity' ? value : value.split(',')))
          .map((value) => value.trim())
          .filter(Boolean),
      ),
    ].slice(0, 50);
  const flag = (name: string): FlagValue => (['true', 'false'] as const).find((value) => value === text(name)) ?? '';
  const view = text('view');
  const q = straighten(text('q'));
  const sort = text('sort');
  return {
    q,
    game: text('game', 40),
    set: many('set'),
    rarity: many('rarity'),
    condition: many('condition').filter((value) => (conditions as readonly string[]).includes(value)),
    finish: many('finish'),
    language: many('language'),
    graded: flag('graded'),
    company: many('company').flatMap((value) => parseGradingCompany(value) ?? []),
    grade: many('grade').flatMap((value) => parseGrade(value)?.toString() ?? []),
    photo: flag('photo'),
    edition: many('edition').filter((value) => (editions as readonly string[]).includes(value)),
    shipsFrom: many('shipsFrom').flatMap((value) => readCountry(value) ?? []),
    shipsTo: readDestination(text('shipsTo')) ?? '',
    ...eachFlag(flag),
    offers: params.get('acceptsOffers') === 'true',
    minPrice: text('minPrice', 20),
    maxPrice: text('maxPrice', 20),
    seller: text('seller', 64),
    minRating: leastRatings.map(String).find((value) => value === text('minRating')) ?? '',
    sort: sorts.some(([value]) => value === sort) ? sort : q ? 'relevance' : 'newest',
    view: views.includes(view) ? (view as View) : 'grid',
    allValues: params.get('facets') === 'all',
    cursor: text('cursor', 500),
  };
}

/** Minor units of the typed text, or null. Prices are searched in US dollars, at fixed rates for other currencies. */
export function priceOf(typed: string): number | null {
  return typed === '' ? null : parseMoney(typed, 'USD');
}

export interface Applied {
  key: string;
  label: string;
  /** The search without it. */
  without: Partial<BrowseQuery>;
}

/**
 * Every active filter, in words, with the address without it; an invalid price is reported here, since its field is
 * hidden while the filters are closed. Names of sets and sellers come from the results.
 */
export function appliedFilters(
  query: BrowseQuery,
  names: { set(value: string): string; seller: string | null },
): Applied[] {
  const applied: Applied[] = [];
  const add = (key: string, label: string, without: Partial<BrowseQuery>) => applied.push({ key, label, without });
  // First, since a phone shows the beginning of the row.
  for (const name of ['minPrice', 'maxPrice'] as const)
    if (query[name] !== '' && priceOf(query[name]) === null)
      add(name, `Invalid price in USD: “${query[name]}”`, { [name]: '' });
  if (query.q) add('q', `“${query.q}”`, { q: '' });
  if (query.game) add('game', gameName(query.game), { game: '', set: [] });
  for (const value of query.set)
    add(`set-${value}`, names.set(value), { set: query.set.filter((other) => other !== value) });
  if (query.condition.length > 0) add('condition', inOrder(query.condition).join(', '), { condition: [] });
  const [low, high] = [priceOf(query.minPrice), priceOf(query.maxPrice)];
  if (low !== null || high !== null) add('price', priceWords(low, high), { minPrice: '', maxPrice: '' });
  for (const value of query.finish)
    add(`finish-${value}`, finishName(value), { finish: query.finish.filter((other) => other !== value) });
  for (const value of query.language)
    add(`language-${value}`, languageName(value), { language: query.language.filter((other) => other !== value) });
  for (const value of query.rarity)
    add(`rarity-${value}`, value, { rarity: query.rarity.filter((other) => other !== value) });
  for (const value of query.company)
    add(`company-${value}`, value, { company: query.company.filter((other) => other !== value) });
  for (const value of query.grade)
    add(`grade-${value}`, `Grade ${value}`, { grade: query.grade.filter((other) => other !== value) });
  for (const value of editions)
    if (query.edition.includes(value))
      add(`edition-${value}`, editionNames[value], { edition: query.edition.filter((other) => other !== value) });
  for (const name of flagFilters)
    if (query[name]) add(name, flagWords[name][query[name] === 'true' ? 0 : 1], { [name]: '' });
  if (query.minRating) add('minRating', `Seller rated ${query.minRating} or higher`, { minRating: '' });
  for (const value of query.shipsFrom)
    add(`shipsFrom-${value}`, `Ships from ${destinationName(value)}`, {
      shipsFrom: query.shipsFrom.filter((other) => other !== value),
    });
  if (query.shipsTo) add('shipsTo', `Ships to ${destinationInText(query.shipsTo)}`, { shipsTo: '' });
  if (query.offers) add('offers', 'Accepts offers', { offers: false });
  if (query.seller) add('seller', names.seller ? `From ${names.seller}` : 'One seller', { seller: '' });
  return applied;
}

const flagWords: Readonly<Record<(typeof flagFilters)[number], readonly [yes: string, no: string]>> = {
  graded: ['Graded', 'Ungraded'],
  photo: ['With photo', 'Without photo'],
  ...eachFlag((flag) => [copyFlagNames[flag], copyFlagDefinitions[flag].negative] as const),
};

function inOrder(chosen: readonly string[]): string[] {
  return conditions.filter((value) => chosen.includes(value)).map((value) => conditionNames[value]);
}

function priceWords(low: number | null, high: number | null): string {
  const amount = (minor: number) => `$${shortDecimalOf(minor)}`;
  if (low !== null && high !== null) return `${amount(low)} to ${amount(high)}`;
  return high === null ? `From ${amount(low ?? 0)}` : `Up to ${amount(high)}`;
}
