import type pg from 'pg';
import type { CopyTraits } from '#features/catalogue/words.ts';
import type { Listing } from '#features/listings/contract.ts';
import { type Money, money } from '#kernel/numbers/money.ts';
import { isCompared, percentBeside } from '../price.rules.ts';
import { type MarketKind, marketKey, marketPrices } from './market-prices.server.ts';

/** The difference of a price from the median of such copies. */
export interface BesideMarket {
  /** Below (negative) or above the median. */
  percent: number;
  median: Money;
  /** Of so many sales in so many days. */
  count: number;
  days: number;
}

type Copy = Pick<Listing, 'id' | 'catalogueCardId' | 'condition' | 'grading' | 'finish' | 'language' | 'price'> &
  CopyTraits;

/**
 * Of these copies those of which enough were sold, by their ids, where such are compared (`isCompared`). One statement
 * for all.
 */
export async function besideMarket(
  connection: Pick<pg.ClientBase, 'query'>,
  copies: readonly Copy[],
  now: Date,
): Promise<Record<string, BesideMarket>> {
  const kinds = copies.flatMap((copy) => kindOf(copy) ?? []);
  const market = await marketPrices(connection, kinds, now);
  const beside = copies.flatMap((copy): [string, BesideMarket][] => {
    const kind = kindOf(copy);
    const known = kind && market.get(marketKey(kind));
    if (!known?.isEnough) return [];
    const { amount, count, days } = known;
    return [
      [
        copy.id,
        { percent: percentBeside(copy.price.amount, amount), median: money(amount, copy.price.currency), count, days },
      ],
    ];
  });
  return Object.fromEntries(beside);
}

function kindOf(copy: Copy): MarketKind | null {
  const { catalogueCardId: cardId, condition, finish, language, price } = copy;
  return cardId === null || !isCompared(copy)
    ? null
    : { cardId, condition, finish, language, currency: price.currency };
}
