import type { Listing } from '#features/listings/contract.ts';
import { type Money, money } from '#kernel/money.ts';
import type { Platform } from '#platform/platform.ts';
import { openFigures } from './market-prices.server.ts';

/** What copies like one that is for sale were sold for in the days that are open to everybody. Prices of one copy, without post. */
export interface PriceGaugeData {
  cardId: string;
  low: Money;
  median: Money;
  high: Money;
  /** How many sales say so. */
  count: number;
}

type Copy = Pick<Listing, 'catalogueCardId' | 'condition' | 'grading' | 'finish' | 'language' | 'price'>;

/** What copies of this card in this condition (all in a slab together), finish, language and currency were sold for. Null for a card that is not in the catalogue, and where the sales are too few to say. One statement. */
export async function loadPriceGauge({ pool, clock }: Pick<Platform, 'pool' | 'clock'>, copy: Copy): Promise<PriceGaugeData | null> {
  const { catalogueCardId: cardId, grading, finish, language } = copy;
  if (cardId === null) return null;
  const { currency } = copy.price;
  const kind = { cardId, condition: grading ? 'graded' : copy.condition, finish, language, currency };
  const figures = await openFigures(pool, kind, clock.now());
  if (!figures) return null;
  const { low, median, high, count } = figures;
  return { cardId, low: money(low, currency), median: money(median, currency), high: money(high, currency), count };
}
