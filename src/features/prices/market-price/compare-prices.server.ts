import type { CardPrices, PriceRange } from '#features/listings/contract.ts';
import { readAsks } from '#features/listings/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { type ReadThroughOptions, readThrough } from '#platform/cache/read-through.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { allDays, mostSales, openDays, pairCountsAgainMs, type Sale } from '../price.rules.ts';
import { type Kind, pricesOf, seesPriceHistory } from '../read-prices.server.ts';
import { countedIn } from './market-prices.server.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'clock' | 'cache' | 'bus'>;

const cacheOptions: ReadThroughOptions<CardPrices> = {
  forMs: 30_000,
  tags: () => [],
  bytes: ({ asks, sales }) => 300 + (asks.length + (sales?.length ?? 0)) * 150,
};
/** Recent sales say more about today's price; a card that sells seldom has only older ones. */
const suggestedOver = [openDays, 90, allDays];

/**
 * For setting a price: the offers of others for a catalogue card, by condition (`graded` for those in a slab) and
 * currency, never converted, for one copy without shipping; at most half a minute old. With price history also the
 * sales of a year. `suggested` is the median of copies of this kind over the shortest period that has enough of them:
 * with price history up to a year back, else of the open days. An unknown card has neither.
 */
export async function comparePrices(platform: Reader, actor: Actor, cardId: string, kind: Kind): Promise<CardPrices> {
  const seesHistory = await seesPriceHistory(platform.db, actor.id);
  const days = seesHistory ? allDays : openDays;
  const key = `card prices ${JSON.stringify([cardId, actor.id, days, kind.condition, kind.finish, kind.language])}`;
  return readThrough(platform, key, cacheOptions, async () => {
    const [asks, sales, suggested] = await Promise.all([
      readAsks(platform, cardId, [actor.id]),
      seesHistory ? readSales(platform, cardId) : null,
      suggest(platform, actor, cardId, kind, days),
    ]);
    return { days, asks, sales, suggested };
  });
}

async function suggest(
  platform: Reader,
  actor: Actor,
  cardId: string,
  kind: Kind,
  mostDays: number,
): Promise<CardPrices['suggested']> {
  for (const days of suggestedOver.filter((days) => days <= mostDays)) {
    const { median, count } = await pricesOf(platform, actor, cardId, { ...kind, days });
    if (median) return { price: median, count, days };
  }
  return null;
}

/** The lowest and highest of the sales that count, of each condition and currency. */
async function readSales({ pool, clock }: Reader, cardId: string): Promise<PriceRange[]> {
  const now = clock.now();
  const { rows } = await pool.query<Sale & { condition: string; currency: Currency }>({
    name: 'prices-ranges-of-card',
    text: `select condition, currency, price_amount as amount, sold_at as at, buyer_keys || pair as keys from card_sale
           where card_id = $1 and is_final and not is_own and sold_at > $2 order by condition, currency, sold_at desc limit ${mostSales}`,
    values: [cardId, addMs(now, -allDays * dayMs - pairCountsAgainMs)],
  });
  const byKind = Map.groupBy(rows, ({ condition, currency }) => JSON.stringify([condition, currency]));
  return [...byKind.values()].flatMap((sales): PriceRange[] => {
    const amounts = countedIn(sales, allDays, now).map(({ amount }) => amount);
    const [first] = sales;
    if (!first || amounts.length === 0) return [];
    const { condition, currency } = first;
    return [{ condition, currency, low: Math.min(...amounts), high: Math.max(...amounts), count: amounts.length }];
  });
}
