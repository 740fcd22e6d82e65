import type { Platform } from '#platform/platform.ts';
import type { ListingFilters } from '../../contract.ts';
import {
  type FacetCount,
  type FacetName,
  type FilterName,
  facetNames,
  filterNames,
  isChosen,
  type ListingSearch,
  type SearchRequest,
  type SearchResult,
} from '../listing-search.ts';
import { countDestinations } from '../ships-to.ts';
import { countStatement, mostByWords, mostCounted, pageStatement } from './search-sql.server.ts';

/**
 * Answers any search from the database: one statement for the page, another for the counts, which are approximate for
 * large results.
 */
export function postgresSearch({
  pool,
}: Pick<Platform, 'pool'>): ListingSearch & { find(request: SearchRequest): Promise<SearchResult> } {
  return {
    async find(request) {
      const [{ rows }, counted] = await Promise.all([
        pool.query<KeyRow>(pageStatement(request)),
        countBySql(pool, request),
      ]);
      const { cards, sort } = request;
      const most = cards !== null && cards.words.length > 0 ? mostByWords : mostCounted;
      const keyOf = ({ id, key_0, key_1 = 0 }: KeyRow) => (sort === 'relevance' ? [key_0, key_1, id] : [key_0, id]);
      return {
        ...counted,
        hits: rows.map((row) => ({ id: row.id, key: keyOf(row) })),
        approximate: counted.total >= most,
      };
    },
  };
}

interface KeyRow {
  id: string;
  key_0: number;
  key_1?: number;
}

interface CountRow {
  facet: FacetName | 'all' | 'without';
  value: string;
  label: string | null;
  n: number;
}

async function countBySql(
  pool: Platform['pool'],
  { filters, cards, now }: SearchRequest,
): Promise<Pick<SearchResult, 'total' | 'counts' | 'without'>> {
  const chosen = filterNames.filter((name) => isChosen(filters, name));
  const others = new Map(chosen.map((name) => [name, leftOut(filters, name)]));
  const { rows } = await pool.query<CountRow>(countStatement(filters, others, cards, now));
  const of = (facet: CountRow['facet']) => rows.filter((row) => row.facet === facet);
  const countsOf = (name: FacetName): FacetCount[] =>
    of(name)
      .sort((a, b) => b.n - a.n || (a.value < b.value ? -1 : 1))
      .map(({ value, label, n }) => ({ value, count: n, ...(label && { label }) }));
  const destinations = of('shipsTo').map(({ value, n }) => ({ destinations: value, count: n }));
  return {
    total: of('all')[0]?.n ?? 0,
    counts: {
      ...(Object.fromEntries(facetNames.map((name) => [name, countsOf(name)])) as Record<FacetName, FacetCount[]>),
      shipsTo: countDestinations(destinations, filters.shipsTo),
    },
    without: Object.fromEntries(of('without').map(({ value, n }) => [value, n])),
  };
}

function leftOut(filters: ListingFilters, name: FilterName): ListingFilters {
  if (name === 'price') return { ...filters, minPrice: null, maxPrice: null };
  return { ...filters, [name]: Array.isArray(filters[name]) ? [] : null };
}
