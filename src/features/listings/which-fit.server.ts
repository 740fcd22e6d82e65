import type { SearchTree } from '#features/catalogue/language.ts';
import { slicesOf } from '#kernel/slices.ts';
import type { Platform } from '#platform/platform.ts';
import { type KeptSearch, readKeptSearch } from './kept-search.server.ts';
import { whichFitStatement } from './search-sql.server.ts';

/** A statement may have so many at most: each tree has values of its own, and the wire counts them in 16 bits. */
const atOnce = 200;

/** Of these queries with advanced language those whose tree a listing fits, whatever else they ask for. */
export async function whichFit(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  queries: readonly string[],
  listingId: string,
): Promise<Set<string>> {
  const trees = queries.flatMap((query): { query: string; tree: SearchTree }[] => {
    const { search }: KeptSearch = readKeptSearch(query);
    return search.advanced ? [{ query, tree: search.advanced }] : [];
  });
  const fitting = new Set<string>();
  for (const some of slicesOf(trees, atOnce)) {
    const asked = whichFitStatement(
      some.map(({ tree }) => tree),
      listingId,
      clock.now(),
    );
    const { rows } = await pool.query<{ at: number }>(asked);
    for (const { at } of rows) fitting.add(some[at]?.query ?? '');
  }
  return fitting;
}
