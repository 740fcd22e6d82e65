import type { Caller } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import { readBrowseQuery } from '../components/browse/browse-query.ts';
import type { ShopData } from '../components/shop/seller-shop.tsx';
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
  const query = { ...readBrowseQuery(params), seller: sellerId, view: 'grid' as const, allValues: true };
  const { tiles, liked, nextCursor, total, approximate, facets, games, advanced, setNames } = await loadBrowse(
    platform,
    caller,
    query,
  );
  const { set: sets, finish: finishes, language: languages } = facets;
  return { query, tiles, liked, nextCursor, total, approximate, sets, finishes, languages, games, advanced, setNames };
}
