import { type CopyTraits, isPlainCopy } from '#features/catalogue/words.ts';
import type { Listing } from '#features/listings/contract.ts';
import { type Money, money } from '#kernel/numbers/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { figuresOf, mostSales, openDays, pairCountsAgainMs, type Sale } from '../price.rules.ts';
import { countedIn } from './market-prices.server.ts';

/**
 * What copies like one that is for sale were sold for in the days that are open to everybody. Prices of one copy,
 * without post.
 */
export interface PriceGaugeData {
  cardId: string;
  low: Money;
  median: Money;
  high: Money;
  /** How many sales say so. */
  count: number;
}

type Copy = Pick<Listing, 'catalogueCardId' | 'condition' | 'grading' | 'finish' | 'language' | 'price'> & CopyTraits;

const text = `select price_amount as amount, sold_at as at, buyer_keys || pair as keys from card_sale
  where card_id = $1 and is_final and not is_own and sold_at > $2 and condition = $3 and finish is not distinct from $4
    and language = $5 and currency = $6
  order by sold_at desc limit ${mostSales}`;

/**
 * What copies of this card in this condition (all graded ones together), finish, language and currency were sold for.
 * Null for a card that is not in the catalogue, for a copy that is not plain, and where the sales are too few to say.
 */
export async function findPriceGauge(db: Db, copy: Copy, now: Date): Promise<PriceGaugeData | null> {
  const { catalogueCardId: cardId, grading, finish, language } = copy;
  const { currency } = copy.price;
  if (cardId === null || !isPlainCopy(copy)) return null;
  const since = addMs(now, -openDays * dayMs - pairCountsAgainMs);
  const values = [cardId, since, grading ? 'graded' : copy.condition, finish, language, currency];
  const { rows } = await connectionOf(db).query<Sale>({ name: 'prices-gauge', text, values });
  const counted = countedIn(rows, openDays, now);
  const figures = figuresOf(counted);
  if (!figures) return null;
  const { low, median, high } = figures;
  return {
    cardId,
    low: money(low, currency),
    median: money(median, currency),
    high: money(high, currency),
    count: counted.length,
  };
}
