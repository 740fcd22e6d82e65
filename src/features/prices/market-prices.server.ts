import type pg from 'pg';
import type { Currency } from '#kernel/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { allDays, countedSales, figuresOf, openDays, pairCountsAgainMs, type Sale } from './price.rules.ts';

/** Which copies a price is asked of: a printing in one condition, finish, language and currency. */
export interface MarketKind {
  cardId: string;
  condition: string;
  finish: string | null;
  language: string;
  currency: Currency;
}

/** What copies of a kind sell for: the median of `count` sales in `days`; where they are too few, how many the longest stretch has, and whether more were paid in another currency. */
export type MarketPrice =
  | { isEnough: true; amount: number; count: number; days: number }
  | { isEnough: false; count: number; days: number; otherCurrency: Currency | null };

/** Newer ones say more; a card that sells seldom has only older ones. */
const marketStretches = [openDays, 90, allDays];

export const marketKey = ({ cardId, condition, finish, language, currency }: MarketKind): string =>
  JSON.stringify([cardId, condition, finish, language, currency]);

interface SaleRow extends Sale {
  n: number;
  currency: Currency;
}

// As `readCardPrices` reads them: what it publishes of a kind is what is answered here.
const salesText = `
  select k.n, s.amount, s.currency, s.at, s.pair
  from jsonb_to_recordset($1::jsonb) as k(n int, card_id text, condition text, finish text, language text)
  cross join lateral (
    select price_amount as amount, currency, sold_at as at, pair from card_sale
    where card_id = k.card_id and not is_own and sold_at > $2 and condition = k.condition and finish is not distinct from k.finish and language = k.language
    order by sold_at desc limit 5000) s`;

/** What each of these kinds sells for, by `marketKey`: the figure of the shortest stretch that has enough sales, the same that the prices' page shows. One statement for all. */
export async function marketPrices(
  connection: Pick<pg.ClientBase, 'query'>,
  kinds: readonly MarketKind[],
  now: Date,
): Promise<ReadonlyMap<string, MarketPrice>> {
  const asked = [...new Map(kinds.map((kind) => [marketKey(kind), kind]))];
  if (asked.length === 0) return new Map();
  const rows = asked.map(([, { cardId, condition, finish, language }], n) => ({ n, card_id: cardId, condition, finish, language }));
  const after = addMs(now, -allDays * dayMs - pairCountsAgainMs);
  const { rows: sales } = await connection.query<SaleRow>({ name: 'prices-market', text: salesText, values: [JSON.stringify(rows), after] });
  const byKind = Map.groupBy(sales, ({ n }) => n);
  return new Map(asked.map(([key, { currency }], n) => [key, priceOf(byKind.get(n) ?? [], currency, now)]));
}

function priceOf(sales: readonly SaleRow[], currency: Currency, now: Date): MarketPrice {
  const own = sales.filter((sale) => sale.currency === currency);
  let count = 0;
  for (const days of marketStretches) {
    const counted = countedIn(own, days, now);
    const figures = figuresOf(counted);
    if (figures) return { isEnough: true, amount: figures.median, count: counted.length, days };
    count = counted.length;
  }
  const others = [...Map.groupBy(sales, (sale) => sale.currency)].filter(([other]) => other !== currency);
  const [otherCurrency] = others.find(([, of]) => figuresOf(countedIn(of, allDays, now))) ?? [];
  return { isEnough: false, count, days: allDays, otherCurrency: otherCurrency ?? null };
}

/** What counts of these sales in the last so many days; of those before, they hold as many as a pair takes to count again. */
export function countedIn(sales: readonly Sale[], days: number, now: Date): Sale[] {
  const since = addMs(now, -days * dayMs);
  const before = addMs(since, -pairCountsAgainMs);
  return countedSales(
    sales.filter(({ at }) => at > before),
    since,
  );
}
