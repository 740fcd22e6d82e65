import type pg from 'pg';
import type { Currency } from '#kernel/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import {
  allDays,
  countedSales,
  enoughSales,
  mostSales,
  openDays,
  outlierFactor,
  outliersAmong,
  pairCountsAgainMs,
  type Sale,
} from './price.rules.ts';

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

interface MarketRow {
  n: number;
  amount: number | null;
  count: number;
  days: number;
  other: Currency | null;
}

// The rule in the database's words (migrations 1155, 1163): what `readCardPrices` publishes of a kind is what is answered here, by one row however many were sold.
const marketText = `
  select k.n, m.* from jsonb_to_recordset($1::jsonb) as k(n int, card_id text, condition text, finish text, language text, currency text)
  cross join lateral card_market(k.card_id, k.condition, k.finish, k.language, k.currency, $2, $3, make_interval(secs => $4), $5, $6, $7, $8) m`;

const rule = [marketStretches, pairCountsAgainMs / 1_000, mostSales, enoughSales, outlierFactor, outliersAmong];

/** What each of these kinds sells for, by `marketKey`: the figure of the shortest stretch that has enough sales, the same that the prices' page shows. One statement for all, and one row for each. */
export async function marketPrices(
  connection: Pick<pg.ClientBase, 'query'>,
  kinds: readonly MarketKind[],
  now: Date,
): Promise<ReadonlyMap<string, MarketPrice>> {
  const asked = [...new Map(kinds.map((kind) => [marketKey(kind), kind]))];
  if (asked.length === 0) return new Map();
  const rows = asked.map(([, { cardId, condition, finish, language, currency }], n) => ({
    n,
    card_id: cardId,
    condition,
    finish,
    language,
    currency,
  }));
  const { rows: found } = await connection.query<MarketRow>({
    name: 'prices-market',
    text: marketText,
    values: [JSON.stringify(rows), now, ...rule],
  });
  const byKind = new Map(found.map((row) => [row.n, row]));
  return new Map(asked.map(([key], n) => [key, priceOf(byKind.get(n))]));
}

function priceOf(row: MarketRow | undefined): MarketPrice {
  if (row?.amount != null) return { isEnough: true, amount: row.amount, count: row.count, days: row.days };
  return { isEnough: false, count: row?.count ?? 0, days: allDays, otherCurrency: row?.other ?? null };
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
