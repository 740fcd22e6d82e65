import type { CardPrices, PriceRange } from '#features/listings/contract.ts';
import { readAsks } from '#features/listings/index.server.ts';
import { tierOf } from '#features/tiers/index.server.ts';
import type { Currency } from '#kernel/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { type Remembered, remember } from '#platform/cache/remember.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { allDays, openDays } from './price.rules.ts';
import { type Kind, pricesOf, seesAll } from './read-prices.server.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'clock' | 'cache' | 'bus'>;

const kept: Remembered<CardPrices> = { forMs: 30_000, tags: () => [], bytes: ({ asks, sales }) => 300 + (asks.length + sales.length) * 150 };
/** Newer ones say more of what a copy brings today; a card that sells seldom has only older ones. */
const suggestedOver = [openDays, 90, allDays];

/**
 * For whoever sets a price: what a card of the catalogue is offered for by others and was sold for, by condition (`graded` for those in a slab) and currency, never converted, for one copy without post; as
 * far back as the member's tier sees, at most half a minute old. `suggested` is the median of copies of this kind over the shortest stretch that has enough of them. An unknown card has neither.
 */
export async function comparePrices(platform: Reader, actor: Actor, cardId: string, kind: Kind): Promise<CardPrices> {
  const isAll = seesAll(await tierOf(platform.db, actor.id));
  const days = isAll ? allDays : openDays;
  const key = `card prices ${JSON.stringify([cardId, actor.id, days, kind.condition, kind.finish, kind.language])}`;
  return remember(platform, key, kept, async () => {
    const [asks, sales, suggested] = await Promise.all([
      readAsks(platform, cardId, actor.id),
      readSales(platform, cardId, days),
      suggest(platform, actor, cardId, kind, days),
    ]);
    return { days, asks, sales, suggested };
  });
}

async function suggest(platform: Reader, actor: Actor, cardId: string, kind: Kind, mostDays: number): Promise<CardPrices['suggested']> {
  for (const days of suggestedOver.filter((days) => days <= mostDays)) {
    const { median, count } = await pricesOf(platform, actor, cardId, { ...kind, days }, false);
    if (median) return { price: median, count, days };
  }
  return null;
}

async function readSales({ pool, clock }: Reader, cardId: string, days: number): Promise<PriceRange[]> {
  const { rows } = await pool.query<{ condition: string; currency: Currency; low: number; high: number; count: number }>({
    name: 'prices-ranges-of-card',
    text: `select condition, currency, min(price_amount) as low, max(price_amount) as high, count(*)::int as count
           from card_sale where card_id = $1 and not is_own and sold_at > $2 group by 1, 2 order by 1, 2`,
    values: [cardId, addMs(clock.now(), -days * dayMs)],
  });
  return rows;
}
