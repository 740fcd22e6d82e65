import type { SearchTree } from '#features/catalogue/language.ts';
import { slicesOf } from '#kernel/numbers/slices.ts';
import type { Platform } from '#platform/platform.ts';
import { whichFitStatement } from '../sql/search-sql.server.ts';
import { readStoredSearch, type StoredSearch } from '../stored-search.server.ts';

/** Each tree has its own parameters, and the protocol counts them in 16 bits. */
const atOnce = 200;

/** Of these queries with advanced language which listings fit the tree of each, whatever else they ask for. */
export async function whichFit(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  queries: readonly string[],
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const trees = queries.flatMap((query): { query: string; tree: SearchTree }[] => {
    const { search }: StoredSearch = readStoredSearch(query);
    return search.advanced ? [{ query, tree: search.advanced }] : [];
  });
  const fitting = new Map(trees.map(({ query }) => [query, new Set<string>()]));
  for (const some of slicesOf(trees, atOnce)) {
    const statement = whichFitStatement(
      some.map(({ tree }) => tree),
      listingIds,
      clock.now(),
    );
    const { rows } = await pool.query<{ id: string; at: number }>(statement);
    for (const { id, at } of rows) fitting.get(some[at]?.query ?? '')?.add(id);
  }
  return fitting;
}
