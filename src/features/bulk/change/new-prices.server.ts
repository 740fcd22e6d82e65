import { type CopyTraits, isPlainCopy } from '#features/catalogue/words.ts';
import { lowestForSale } from '#features/listings/index.server.ts';
import { type MarketKind, marketKey, marketPrices } from '#features/prices/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { amountBesideLowest, currencyOf, newAmount, type PriceChange } from '../model/bulk.rules.ts';
import { outcomeOf } from '../model/market-rule.rules.ts';

/** A copy that is not listed yet; without a price, it gets one from the market or from the lowest one for sale. */
export interface PricedCopy extends CopyTraits {
  id: string;
  cardId: string | null;
  condition: string | null;
  finish: string | null;
  language: string;
  grading: unknown;
  currency: Currency;
  priceAmount: number | null;
  costAmount: number | null;
  costCurrency: Currency | null;
}
type Complete = PricedCopy & { condition: string };

/**
 * The new prices in minor units by id. Left out are copies without one: in another currency, without a market price,
 * or without another one for sale. An exact price is in its own currency, and applies to all.
 */
export async function newPrices(
  db: Db,
  copies: readonly PricedCopy[],
  change: PriceChange,
  { sellerId, now }: { sellerId: string; now: Date },
): Promise<ReadonlyMap<string, number>> {
  const spoken = change.do === 'market' || change.do === 'price' ? null : currencyOf(change);
  const asked = copies.filter(({ currency }) => spoken === null || spoken === currency);
  const complete = asked.filter((copy): copy is Complete => copy.condition !== null);
  switch (change.do) {
    case 'lowest': {
      const lowest = await lowestForSale(connectionOf(db), sellerId, complete, now);
      return priced(complete, ({ id }) => {
        const found = lowest.get(id);
        return found === undefined ? null : amountBesideLowest(found, change);
      });
    }
    case 'market': {
      const markets = await marketPrices(
        connectionOf(db),
        complete.flatMap((copy) => kindOf(copy) ?? []),
        now,
      );
      return priced(complete, (copy) => {
        const { cardId, costAmount, costCurrency, currency } = copy;
        const kind = kindOf(copy);
        const market = kind ? markets.get(marketKey(kind)) : undefined;
        const before = copy.priceAmount ?? (market?.isEnough ? market.amount : null);
        if (before === null) return null;
        const facts = {
          price: money(before, currency),
          cost: costAmount === null || costCurrency === null ? null : money(costAmount, costCurrency),
          isCard: cardId !== null,
          isGraded: copy.grading !== null,
          isPlain: isPlainCopy(copy),
        };
        return outcomeOf(facts, change, market).amount;
      });
    }
    default:
      return priced(asked, ({ priceAmount }) => {
        if (change.do === 'price') return change.price.amount;
        return priceAmount === null ? null : newAmount(priceAmount, change);
      });
  }
}

/** The key of the market price; null for a copy that has none. */
function kindOf(copy: Complete): MarketKind | null {
  const { cardId, grading, condition, finish, language, currency } = copy;
  return cardId === null || grading !== null || !isPlainCopy(copy)
    ? null
    : { cardId, condition, finish, language, currency };
}

function priced<T extends PricedCopy>(copies: readonly T[], priceOf: (copy: T) => number | null) {
  return new Map(
    copies.flatMap((copy) => {
      const amount = priceOf(copy);
      return amount === null || amount < 1 ? [] : [[copy.id, amount] as const];
    }),
  );
}
