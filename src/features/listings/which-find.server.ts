import type { Platform } from '#platform/platform.ts';
import { findAmong, type KeptSearch } from './kept-search.server.ts';
import { everySpelling, seek } from './search-listings.server.ts';
import { whichFindStatement } from './search-sql.server.ts';

/**
 * Which of these searches find the listing now, by their queries: exactly those by which `findAmong` would, in one statement for all that have no advanced language.
 */
export async function whichFind(
  platform: Platform,
  searches: readonly KeptSearch[],
  listing: { id: string; cardId: string | null },
): Promise<Set<string>> {
  const found = new Set<string>();
  const [plain, advanced] = [searches.filter(({ search }) => !search.advanced), searches.filter(({ search }) => search.advanced)];
  const asked = await Promise.all(
    plain.map(async ({ search }, at) => {
      const sought = (await seek(platform, search))?.cards ?? null;
      const isCard = sought !== null && listing.cardId !== null && sought.cardIds.includes(listing.cardId);
      return { at, filters: { ...search, rarity: everySpelling(search.rarity) }, sought, isCard };
    }),
  );
  if (asked.length > 0) {
    const { rows } = await platform.pool.query<{ at: number }>(whichFindStatement(asked, listing.id, platform.clock.now()));
    for (const { at } of rows) found.add(plain[at]?.query ?? '');
  }
  for (const kept of advanced) if ((await findAmong(platform, kept, [listing.id])).size > 0) found.add(kept.query);
  return found;
}
