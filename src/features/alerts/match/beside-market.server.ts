import type { ListingUpdates } from '#features/listings/index.server.ts';
import { besideMarket } from '#features/prices/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * How the price of each of these copies stands to what such copies sell for, in words, by its id: what makes a letter
 * worth opening. Nothing where too few were sold, nor of a copy that is for sale no more, and nothing for a member
 * whose tier has no price history.
 */
export async function besideMarketWords(
  platform: Platform,
  memberId: string,
  copies: readonly ListingUpdates[],
): Promise<Map<string, string>> {
  const { hasPriceHistory } = await definitionOf(platform.db, memberId);
  if (!hasPriceHistory) return new Map();
  const compared = copies.flatMap(({ cardId, graded, isForSale, ...copy }) =>
    graded || !isForSale ? [] : [{ ...copy, catalogueCardId: cardId, grading: null }],
  );
  const beside = Object.entries(await besideMarket(platform.pool, compared, platform.clock.now()));
  return new Map(beside.map(([id, { percent }]) => [id, wordsOf(percent)]));
}

function wordsOf(percent: number): string {
  if (percent === 0) return 'as such copies sell for';
  return `${Math.abs(percent)}% ${percent < 0 ? 'below' : 'above'} what such copies sell for`;
}
