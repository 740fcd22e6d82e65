import { rarityName } from '#features/catalogue/index.server.ts';
import { findGrade, finishNames } from '#features/catalogue/words.ts';
import { destinationName } from '#features/shipping/words.ts';
import { ownValue } from '#kernel/own-value.ts';
import type { FacetValue, FoundListings, ListingFilters } from '../contract.ts';
import { conditionNames, conditions, gameNames, languageNames } from '../model/listing.rules.ts';
import { type FacetCount, filterNames, isChosen, priceEdges, type SearchResult } from './listing-search.ts';

/**
 * The counts of a search as a page shows them: with labels, and where nothing was found which filter, given up, would
 * show how many.
 */
export function presentFacets(
  filters: ListingFilters,
  { total, counts, without }: Pick<SearchResult, 'total' | 'counts' | 'without'>,
): Pick<FoundListings, 'total' | 'facets' | 'withoutFilter'> {
  const names = filterNames.filter((name) => isChosen(filters, name));
  const byBucket = new Map(counts.price.map(({ value, count }) => [Number(value), count]));
  return {
    total,
    facets: {
      game: labelled(counts.game, gameNames),
      set: counts.set.map(({ value, label = value, count }) => ({ value, label, count })),
      rarity: rarityRows(counts.rarity),
      condition: labelled(counts.condition, conditionNames).sort((a, b) => orderOf(a.value) - orderOf(b.value)),
      finish: labelled(counts.finish, finishNames),
      language: labelled(counts.language, languageNames),
      graded: labelled(counts.graded, { true: 'Graded', false: 'Ungraded' }),
      company: labelled(counts.company, {}),
      grade: labelled(counts.grade, {}).sort((a, b) => numberOf(b.value) - numberOf(a.value)),
      photo: labelled(counts.photo, { true: 'With photo', false: 'Without photo' }),
      shipsFrom: counts.shipsFrom.map(withDestinationName),
      shipsTo: counts.shipsTo.map(withDestinationName),
      price: [0, ...priceEdges].map((from, bucket) => ({
        from,
        to: priceEdges[bucket] ?? null,
        count: byBucket.get(bucket) ?? 0,
      })),
    },
    withoutFilter:
      total > 0
        ? []
        : names
            .map((filter) => ({ filter, total: without[filter] ?? 0 }))
            .filter((each) => each.total > 0)
            .sort((a, b) => b.total - a.total),
  };
}

const withDestinationName = ({ value, count }: FacetCount): FacetValue => ({
  value,
  label: destinationName(value),
  count,
});

/** One row for a word, however it is spelt. */
function rarityRows(rows: readonly FacetCount[]): FacetValue[] {
  const counts = new Map<string, number>();
  for (const { value, count } of rows) counts.set(rarityName(value), (counts.get(rarityName(value)) ?? 0) + count);
  const named = [...counts].map(([value, count]) => ({ value, label: value, count }));
  return named.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function labelled(rows: readonly FacetCount[], names: Readonly<Record<string, string>>): FacetValue[] {
  return rows.map(({ value, count }) => ({ value, label: ownValue(names, value) ?? value, count }));
}

/** The number of a grade; those without one come last. */
function numberOf(grade: string): number {
  return findGrade(grade)?.grade ?? 0;
}

function orderOf(condition: string): number {
  return (conditions as readonly string[]).indexOf(condition);
}
