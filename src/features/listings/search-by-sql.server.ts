import { columnsWithin } from './facet-store.server.ts';
import { guessedFacets, marketFacets, narrowFacets } from './facets.server.ts';
import { itemOf, type KeyedRow } from './found-item.server.ts';
import type { FindListings } from './search-listings.server.ts';
import { isCountedSoFar, mostByWords, mostCounted, pageStatement } from './search-sql.server.ts';

/** Who comes while a start is still reading the market gets rows without counts after so long. */
const countsWithinMs = 400;

/** Any search, the rows by one statement and the counts of a narrow one by another; those of the whole market come from memory. */
export const searchBySql: FindListings<never> = async (platform, query, sought, now, use) => {
  const isNarrow = sought !== null || query.seller !== null || isCountedSoFar(query);
  const { sort: _sort, cursor: _cursor, limit: _limit, ...filters } = query;
  const isGuessed = !isNarrow && !(await columnsWithin(platform, countsWithinMs));
  const market = isNarrow || isGuessed ? null : await marketFacets(platform, filters);
  const [{ rows }, counted] = await Promise.all([
    platform.pool.query<KeyedRow>(pageStatement(query, { sought, found: market?.found ?? null }, now)),
    market ?? (isGuessed ? guessedFacets(platform, filters) : narrowFacets(platform, filters, sought)),
  ]);
  const { total, facets, withoutFilter } = counted;
  const most = isCountedSoFar(query) ? mostCounted : sought !== null && sought.words.length > 0 ? mostByWords : Number.POSITIVE_INFINITY;
  return use({ items: rows.map((row) => itemOf(query, row, now)), total, facets, withoutFilter, approximate: isGuessed || total >= most });
};
