import type { Caller } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import { readBrowseQuery } from '../components/browse/browse-query.ts';
import type { ShopData } from '../components/shop/seller-shop.tsx';
import { readTyped } from '../language/spell-out.server.ts';
import { loadBrowse } from './browse.server.ts';

/**
 * What a seller has for sale, searched and filtered as the address of their page says: the search of browse, which goes
 * nowhere else.
 */
export async function loadSellerShop(
  platform: Platform,
  caller: Caller,
  sellerId: string,
  params: URLSearchParams,
): Promise<ShopData> {
  const asked = readBrowseQuery(params);
  const typed = await readTyped(platform, asked.q);
  const read = typed ? { ...asked, ...typed.filters, q: typed.words } : asked;
  const query = { ...read, seller: sellerId, view: 'grid' as const, allValues: true };
  const { facets, ...found } = await loadBrowse(platform, caller, query);
  const { tiles, liked, nextCursor, total, approximate, games, advanced, setNames, warnings } = found;
  const { set: sets, finish: finishes, language: languages } = facets;
  const facts = { query, tiles, liked, nextCursor, total, approximate };
  return { ...facts, sets, finishes, languages, games, advanced, setNames, warnings };
}
