import { getCard } from '#features/catalogue/index.server.ts';
import { hiddenSellers, readAsksOf } from '#features/listings/index.server.ts';
import { tierDefinition } from '#features/tiers/contract.ts';
import { tierOf } from '#features/tiers/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { notAllowed } from '#kernel/refusal.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { type CardPricesQuery, priceRefusals, type SoldPrices } from './contract.ts';
import {
  allDays,
  countedSales,
  dayOf,
  figuresOf,
  mostSales,
  type PricePoint,
  pairCountsAgainMs,
  type Sale,
  seriesOf,
} from './price.rules.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'clock' | 'cache' | 'bus'>;
export type Kind = Pick<CardPricesQuery, 'condition' | 'finish' | 'language'>;

const needsPremium = 'Price history is part of Premium.';

/**
 * Past sales and current offers of a card. Refuses an unknown card (404), and visitors and members of a tier without
 * price history (403 `tier_limit`). Listings of sellers with a block in either direction are left out.
 */
export async function readCardPrices(
  platform: Reader,
  actor: Actor | null,
  cardId: string,
  query: CardPricesQuery,
): Promise<SoldPrices> {
  const card = await getCard(platform.db, cardId);
  if (!(await seesPriceHistory(platform.db, actor?.id ?? null)))
    throw notAllowed(needsPremium, priceRefusals.tierLimit);
  return pricesOf(platform, actor, card.id, query);
}

/** Whether this member may see what copies were sold for; a visitor may not. */
export async function seesPriceHistory(db: Db, memberId: string | null): Promise<boolean> {
  return memberId !== null && tierDefinition(await tierOf(db, memberId)).hasPriceHistory;
}

export async function pricesOf(
  platform: Reader,
  actor: Actor | null,
  cardId: string,
  query: CardPricesQuery,
): Promise<SoldPrices> {
  const { days } = query;
  const since = addMs(platform.clock.now(), -days * dayMs);
  const [sold, asks] = await Promise.all([
    salesOf(platform, cardId, query, addMs(since, -pairCountsAgainMs)),
    hiddenSellers(platform, actor?.id ?? null).then((hidden) => readAsksOf(platform, cardId, query, hidden)),
  ]);
  const currency = query.currency ?? commonest(sold.filter(({ at }) => at > since)) ?? asks[0]?.currency ?? 'USD';
  const counted = countedSales(
    sold.filter((sale) => sale.currency === currency),
    since,
  );
  const figures = figuresOf(counted);
  const of = (amount: number) => money(amount, currency);
  const offered = asks.filter((ask) => ask.currency === currency);
  return {
    days,
    currency,
    enough: figures !== null,
    median: figures && of(figures.median),
    low: figures && of(figures.low),
    count: counted.length,
    spread: figures && { low: of(figures.quarter), high: of(figures.threeQuarters) },
    asks: {
      low: offered.length === 0 ? null : of(Math.min(...offered.map(({ low }) => low))),
      count: offered.reduce((sum, { count }) => sum + count, 0),
    },
    series: seriesOf(counted, days).map((point) => presentPoint(point, currency)),
    sales: counted.map(({ at, amount }) => ({ date: dayOf(at), price: of(amount) })),
  };
}

function presentPoint(
  { date, median, low, high, count }: PricePoint,
  currency: Currency,
): SoldPrices['series'][number] {
  const of = (amount: number) => money(amount, currency);
  return { date, median: of(median), count, spread: { low: of(low), high: of(high) } };
}

type CurrencySale = Sale & { currency: Currency };

const salesText = `select price_amount as amount, currency, sold_at as at, buyer_keys || pair as keys from card_sale
  where card_id = $1 and is_final and not is_own and sold_at > $2 and ($3::text is null or condition = $3) and ($4::text is null or finish = $4)
    and ($5::text is null or language = $5)
  order by sold_at desc limit ${mostSales}`;

async function salesOf(
  { pool }: Reader,
  cardId: string,
  { condition, finish, language }: Kind,
  after: Date,
): Promise<CurrencySale[]> {
  const values = [cardId, after, condition ?? null, finish ?? null, language ?? null];
  const { rows } = await pool.query<CurrencySale>({ name: 'prices-sales-of-card', text: salesText, values });
  return rows;
}

function commonest(sales: readonly CurrencySale[]): Currency | undefined {
  const counts = new Map<Currency, number>();
  for (const { currency } of sales) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
}

interface SoldKinds {
  /** First those of the last `days`, the commonest first. */
  kinds: { condition: string; finish: string | null; language: string }[];
  /** What they were paid in, in the same order. */
  currencies: Currency[];
}

interface SoldRow {
  condition: string;
  finish: string | null;
  language: string;
  currency: Currency;
  /** In the requested days, and in a year. */
  asked: number;
  whole: number;
}

const kindsText = `select condition, finish, language, currency,
    count(*) filter (where sold_at > $3)::int as asked, count(*)::int as whole
  from card_sale where card_id = $1 and is_final and not is_own and sold_at > $2
  group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit 1000`;

/** The kinds of a card that were sold in the last year, and the currencies: the commonest of the last `days` first. */
export async function listSoldKinds(
  { pool, clock }: Pick<Reader, 'pool' | 'clock'>,
  cardId: string,
  days: number,
): Promise<SoldKinds> {
  const ago = (n: number) => addMs(clock.now(), -n * dayMs);
  const values = [cardId, ago(allDays), ago(days)];
  const { rows } = await pool.query<SoldRow>({ name: 'prices-sold-kinds', text: kindsText, values });
  return kindsOf(rows);
}

function kindsOf(rows: readonly SoldRow[]): SoldKinds {
  const commonestBy = (keyOf: (row: SoldRow) => string) =>
    [...Map.groupBy(rows, keyOf).values()]
      .map((some) => ({ first: some[0], asked: sumOf(some, 'asked'), whole: sumOf(some, 'whole') }))
      .sort((a, b) => b.asked - a.asked || b.whole - a.whole)
      .flatMap(({ first }) => first ?? []);
  return {
    kinds: commonestBy(({ condition, finish, language }) => JSON.stringify([condition, finish, language])).slice(0, 40),
    currencies: commonestBy(({ currency }) => currency).map(({ currency }) => currency),
  };
}

const sumOf = <K extends string>(rows: readonly Record<K, number>[], key: K) =>
  rows.reduce((sum, row) => sum + row[key], 0);
