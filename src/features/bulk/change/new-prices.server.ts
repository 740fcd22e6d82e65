import { type CopyTraits, isPlainCopy } from '#features/catalogue/words.ts';
import { lowestForSale } from '#features/listings/index.server.ts';
import { type MarketKind, marketKey, marketPrices } from '#features/prices/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import {
  amountBesideLowest,
  currencyOf,
  type LowestPrice,
  type MarketRule,
  newAmount,
  type PriceChange,
} from '../model/bulk.rules.ts';
import type { Why } from '../model/bulk.texts.ts';
import { outcomeOf, type RuleReason } from '../model/market-rule.rules.ts';

/** A listing, or a copy that is not listed yet; one without a price gets it from the market or the lowest for sale. */
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

/** The new price in minor units and how it was computed, or why there is none. */
export type NewPrice = { reason: RuleReason | null } & (
  | { amount: number; why: Why | null }
  | { amount: null; why: Why }
);

/**
 * The new price of each copy by its id. An exact price is in its own currency, and applies to all. The caller refuses a
 * price below the minimum or above the maximum.
 */
export async function newPrices(
  db: Db,
  copies: readonly PricedCopy[],
  change: PriceChange,
  { sellerId, now }: { sellerId: string; now: Date },
): Promise<ReadonlyMap<string, NewPrice>> {
  const complete = copies.filter((copy): copy is Complete => copy.condition !== null);
  const priceOf =
    change.do === 'market'
      ? await byMarket(db, complete, change, now)
      : change.do === 'lowest'
        ? byLowest(await lowestForSale(connectionOf(db), sellerId, complete, now), change)
        : ({ priceAmount }: PricedCopy) => {
            if (change.do === 'price') return { amount: change.price.amount, reason: null, why: null };
            return priceAmount === null
              ? without({ code: 'no_price' })
              : { amount: newAmount(priceAmount, change), reason: null, why: null };
          };
  const spoken = change.do === 'market' || change.do === 'price' ? null : currencyOf(change);
  return new Map(copies.map((copy) => [copy.id, otherCurrency(copy, spoken) ?? priceOf(copy)]));
}

const without = (why: Why): NewPrice => ({ amount: null, reason: null, why });

/** Why a change in this currency does not apply to a copy; null where it does. */
export function otherCurrency({ currency }: Pick<PricedCopy, 'currency'>, spoken: Currency | null): NewPrice | null {
  return spoken === null || spoken === currency
    ? null
    : without({ code: 'change_currency', params: { own: currency, change: spoken } });
}

const byLowest =
  (found: ReadonlyMap<string, number>, change: LowestPrice) =>
  ({ id, condition, currency }: PricedCopy): NewPrice => {
    if (condition === null) return without({ code: 'no_condition' });
    const lowest = found.get(id);
    if (lowest === undefined) return without({ code: 'no_lowest' });
    const why: Why = { code: 'lowest', params: { amount: lowest, currency } };
    return { amount: amountBesideLowest(lowest, change), reason: null, why };
  };

async function byMarket(
  db: Db,
  complete: readonly Complete[],
  rule: MarketRule,
  now: Date,
): Promise<(copy: PricedCopy) => NewPrice> {
  const kinds = complete.flatMap((copy) => kindOf(copy) ?? []);
  const markets = await marketPrices(connectionOf(db), kinds, now);
  return (copy) => {
    if (copy.condition === null) return without({ code: 'no_condition' });
    const { cardId, costAmount, costCurrency, currency, priceAmount } = copy;
    const kind = kindOf(copy as Complete);
    const market = kind ? markets.get(marketKey(kind)) : undefined;
    return outcomeOf(
      {
        // A copy without a price gets the market price, however far the rule may move one.
        price: money(priceAmount ?? (market?.isEnough ? market.amount : 0), currency),
        cost: costAmount === null || costCurrency === null ? null : money(costAmount, costCurrency),
        isCard: cardId !== null,
        isGraded: copy.grading !== null,
        isPlain: isPlainCopy(copy),
      },
      rule,
      market,
    );
  };
}

/** The key of the market price; null for a copy that has none. */
function kindOf(copy: Complete): MarketKind | null {
  const { cardId, grading, condition, finish, language, currency } = copy;
  return cardId === null || grading !== null || !isPlainCopy(copy)
    ? null
    : { cardId, condition, finish, language, currency };
}
