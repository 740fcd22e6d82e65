import { destinationsOf } from '#features/shipping/words.ts';
import type { FacetCount } from './listing-search.ts';

/**
 * Listings by the destinations of their sellers: joined by spaces, `-` where nothing has a price in the listing's
 * currency; empty for every country.
 */
export interface DestinationCount {
  destinations: string;
  count: number;
}

/**
 * Whether there are methods to a country, to the `EU` or to the `world`. What a copy found is shipped by is quoted with the
 * whole rule: where tracking or the methods of a more exact destination rule all out, its row says so.
 */
export function shipsTo(destinations: string, to: string): boolean {
  const accepted = destinationsOf(to);
  return destinations === '' || destinations.split(' ').some((each) => accepted.includes(each));
}

/** How many listings ship to each destination that a seller names, and to the chosen one. */
export function countDestinations(counted: readonly DestinationCount[], chosen: string | null): FacetCount[] {
  const named = counted.flatMap(({ destinations }) => destinations.split(' ').filter((each) => /\w/.test(each)));
  const countOf = (value: string) =>
    counted.reduce((sum, { destinations, count }) => sum + (shipsTo(destinations, value) ? count : 0), 0);
  return [...new Set([...named, ...(chosen === null ? [] : [chosen])])]
    .map((value) => ({ value, count: countOf(value) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
