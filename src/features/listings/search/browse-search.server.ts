import { orOfWords, rarityName } from '#features/catalogue/index.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { type BrowseQuery, browseLink, flagFilters, listFilters } from '../components/browse/browse-address.ts';
import { priceOf } from '../components/browse/browse-query.ts';
import { isAdvanced } from '../language/is-advanced.ts';
import { readTyped } from '../language/spell-out.server.ts';
import { type ListingSearch, queryLimits, readListingQuery } from './listing.query.ts';

/**
 * The address with typed operators turned into filters, an `or` of words in brackets, and rarities by their names in
 * the list; null where nothing changes. An unknown seller stays a word.
 */
export async function findSpelledOut(
  platform: Platform,
  actor: Pick<Actor, 'id'> | null,
  browseQuery: BrowseQuery,
): Promise<string | null> {
  const query = { ...browseQuery, q: await orOfWords(platform, actor, browseQuery.q, isAdvanced) };
  const rarity = [...new Set(query.rarity.map(rarityName))];
  const typed = await readTyped(platform, query.q);
  if (!typed)
    return rarity.join() === query.rarity.join() && query.q === browseQuery.q ? null : browseLink(query, { rarity });
  const { filters, words, sellerId } = typed;
  return browseLink(query, {
    rarity,
    ...filters,
    q: words,
    sort: words ? 'relevance' : 'newest',
    ...(sellerId && { seller: sellerId }),
  });
}

/** The search behind the page. The page's address has prices in whole units, the search in minor ones. */
export function searchOf(query: BrowseQuery): ListingSearch {
  const params = new URLSearchParams();
  for (const [name, value] of [
    ['q', query.q],
    ['game', query.game],
    ...flagFilters.map((name) => [name, query[name]] as const),
    ['seller', query.seller],
    ['minRating', query.minRating],
    ['shipsTo', query.shipsTo],
    ['sort', query.sort],
  ] as const)
    if (value) params.set(name, value);
  for (const name of listFilters) for (const value of query[name]) params.append(name, value);
  if (query.offers) params.set('acceptsOffers', 'true');
  const read = readListingQuery(params).query;
  const price = (typed: string) => {
    const minor = priceOf(typed);
    return minor === null ? null : Math.min(minor, queryLimits.price);
  };
  return { ...read, minPrice: price(query.minPrice), maxPrice: price(query.maxPrice) };
}
