import type { ListingUpdates } from '#features/listings/index.server.ts';
import { besideMarket } from '#features/prices/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { formatPercent } from '#kernel/format.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * The price of each of these copies compared with sold copies, in words, by listing id. Left out: cards with too few
 * sales, copies that are no longer for sale, and members whose tier has no price history.
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
  if (percent === 0) return 'at market price';
  const share = formatPercent(Math.abs(percent) / 100);
  return percent < 0 ? `${share} below market price` : `${share} above market price`;
}
