import type { ListingNews } from '#features/listings/index.server.ts';
import { besideMarket, openDays } from '#features/prices/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * How the price of each of these copies stands to what such copies sell for, in words, by its id: what makes a letter worth opening. Nothing where too few were sold, nor of
 * a copy that is for sale no more, and of sales further back than everybody sees only to who has the whole history.
 */
export async function besideMarketWords(platform: Platform, memberId: string, copies: readonly ListingNews[]): Promise<Map<string, string>> {
  const compared = copies.flatMap(({ cardId, graded, isForSale, ...copy }) =>
    graded || !isForSale ? [] : [{ ...copy, catalogueCardId: cardId, grading: null }],
  );
  const beside = Object.entries(await besideMarket(platform.pool, compared, platform.clock.now()));
  if (beside.length === 0) return new Map();
  const { hasPriceHistory } = await definitionOf(platform.db, memberId);
  return new Map(beside.filter(([, { days }]) => hasPriceHistory || days <= openDays).map(([id, { percent }]) => [id, wordsOf(percent)]));
}

function wordsOf(percent: number): string {
  if (percent === 0) return 'as such copies sell for';
  return `${Math.abs(percent)}% ${percent < 0 ? 'below' : 'above'} what such copies sell for`;
}
