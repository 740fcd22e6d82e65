import type pg from 'pg';
import type { Currency } from '#kernel/numbers/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import {
  allDays,
  countedSales,
  enoughSales,
  figuresOf,
  mostSales,
  openDays,
  pairCountsAgainMs,
  type Sale,
} from '../price.rules.ts';

/** The copies that a price is for: a printing in one condition, finish, language and currency. */
export interface MarketKind {
  cardId: string;
  condition: string;
  finish: string | null;
  language: string;
  currency: Currency;
}

/**
 * What copies of a kind sell for: the median of `count` sales in `days`; where they are too few, how many the longest
 * stretch has, and whether more were paid in another currency.
 */
export type MarketPrice =
  | { isEnough: true; amount: number; count: number; days: number }
  | { isEnough: false; count: number; days: number; otherCurrency: Currency | null };

/** Newer ones say more; a card that sells seldom has only older ones. */
const marketStretches = [openDays, 90, allDays];

export const marketKey = ({ cardId, condition, finish, language, currency }: MarketKind): string =>
  JSON.stringify([cardId, condition, finish, language, currency]);

type KindSale = Sale & { n: number; currency: Currency };

const salesText = `select k.n, s.* from jsonb_to_recordset($1::jsonb) as k (n int, card_id text, condition text, finish text, language text)
  cross join lateral (
    select price_amount as amount, currency, sold_at as at, buyer_keys || pair as keys from card_sale
    where card_id = k.card_id and is_final and not is_own and sold_at > $2 and condition = k.condition
      and finish is not distinct from k.finish and language = k.language
    order by sold_at desc limit ${mostSales}) s`;

/** So many kinds are read at once: their sales are held in memory. */
const kindsAtOnce = 50;

/**
 * What each of these kinds sells for, by `marketKey`: the figure of the shortest stretch that has enough sales, by the
 * rule of the prices' page. One statement for fifty kinds.
 */
export async function marketPrices(
  connection: Pick<pg.ClientBase, 'query'>,
  kinds: readonly MarketKind[],
  now: Date,
): Promise<ReadonlyMap<string, MarketPrice>> {
  const uniqueKinds = [...new Map(kinds.map((kind) => [marketKey(kind), kind]))];
  const found = new Map<string, MarketPrice>();
  for (let from = 0; from < uniqueKinds.length; from += kindsAtOnce) {
    const some = uniqueKinds.slice(from, from + kindsAtOnce);
    const sales = await salesOf(
      connection,
      some.map(([, kind]) => kind),
      now,
    );
    for (const [n, [key, { currency }]] of some.entries()) found.set(key, priceOf(sales.get(n) ?? [], currency, now));
  }
  return found;
}

/** Of the longest stretch and the days before it that a buyer takes to count again, by the place of the kind. */
async function salesOf(
  connection: Pick<pg.ClientBase, 'query'>,
  kinds: readonly MarketKind[],
  now: Date,
): Promise<Map<number, KindSale[]>> {
  const rows = kinds.map(({ cardId, condition, finish, language }, n) => ({
    n,
    card_id: cardId,
    condition,
    finish,
    language,
  }));
  const values = [JSON.stringify(rows), addMs(now, -allDays * dayMs - pairCountsAgainMs)];
  const { rows: sales } = await connection.query<KindSale>({ name: 'prices-market', text: salesText, values });
  return Map.groupBy(sales, ({ n }) => n);
}

function priceOf(sales: readonly KindSale[], currency: Currency, now: Date): MarketPrice {
  const inCurrency = sales.filter((sale) => sale.currency === currency);
  for (const days of marketStretches) {
    const counted = countedIn(inCurrency, days, now);
    const figures = figuresOf(counted);
    if (figures) return { isEnough: true, amount: figures.median, count: counted.length, days };
  }
  const newestFirst = sales.toSorted((a, b) => b.at.getTime() - a.at.getTime()).map((sale) => sale.currency);
  const others = [...new Set(newestFirst)].filter((other) => other !== currency);
  const enough = (other: Currency) =>
    countedIn(
      sales.filter((sale) => sale.currency === other),
      allDays,
      now,
    ).length >= enoughSales;
  return {
    isEnough: false,
    count: countedIn(inCurrency, allDays, now).length,
    days: allDays,
    otherCurrency: others.find(enough) ?? null,
  };
}

/**
 * What counts of these sales in the last so many days; of those before, they hold as many as a pair takes to count
 * again.
 */
export function countedIn(sales: readonly Sale[], days: number, now: Date): Sale[] {
  const since = addMs(now, -days * dayMs);
  const before = addMs(since, -pairCountsAgainMs);
  return countedSales(
    sales.filter(({ at }) => at > before),
    since,
  );
}
