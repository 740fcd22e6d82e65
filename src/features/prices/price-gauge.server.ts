import { type CopyTraits, isPlainCopy } from '#features/catalogue/words.ts';
import type { Listing } from '#features/listings/contract.ts';
import { type Money, money } from '#kernel/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Question } from '#platform/db/ask-together.ts';
import { countedIn } from './market-prices.server.ts';
import { figuresOf, mostSales, openDays, pairCountsAgainMs, type Sale } from './price.rules.ts';

/** What copies like one that is for sale were sold for in the days that are open to everybody. Prices of one copy, without post. */
export interface PriceGaugeData {
  cardId: string;
  low: Money;
  median: Money;
  high: Money;
  /** How many sales say so. */
  count: number;
}

type Copy = Pick<Listing, 'catalogueCardId' | 'condition' | 'grading' | 'finish' | 'language' | 'price'> & CopyTraits;

/** What copies of this card in this condition (all in a slab together), finish, language and currency were sold for. Null for a card that is not in the catalogue, for a copy that is not plain, and where the sales are too few to say. */
export function gaugeAsked(copy: Copy, now: Date): Question<PriceGaugeData | null> {
  const { catalogueCardId: cardId, grading, finish, language } = copy;
  const { currency } = copy.price;
  const after = addMs(now, -openDays * dayMs - pairCountsAgainMs);
  return {
    values: [cardId, grading ? 'graded' : copy.condition, finish, language, currency, after],
    text: (card, condition, ofFinish, ofLanguage, paidIn, since) => `(
      select json_agg(json_build_object('amount', s.price_amount, 'at', s.sold_at, 'keys', s.keys)) from (
        select price_amount, sold_at, buyer_keys || pair as keys from card_sale
        where card_id = ${card} and is_final and not is_own and sold_at > ${since} and condition = ${condition} and finish is not distinct from ${ofFinish} and language = ${ofLanguage} and currency = ${paidIn}
        order by sold_at desc limit ${mostSales}) s)`,
    read: (found: (Omit<Sale, 'at'> & { at: string })[] | null) => {
      if (cardId === null || found === null || !isPlainCopy(copy)) return null;
      const sales = found.map((sale) => ({ ...sale, at: new Date(sale.at) }));
      const counted = countedIn(sales, openDays, now);
      const figures = figuresOf(counted);
      if (!figures) return null;
      const { low, median, high } = figures;
      return { cardId, low: money(low, currency), median: money(median, currency), high: money(high, currency), count: counted.length };
    },
  };
}
