import type { CardPrices, PriceRange } from '#features/listings/contract.ts';
import { readAsks } from '#features/listings/index.server.ts';
import type { Currency } from '#kernel/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { type Remembered, remember } from '#platform/cache/remember.ts';
import type { Platform } from '#platform/platform.ts';

const soldWithinMs = 365 * dayMs;
const kept: Remembered<CardPrices> = { forMs: 30_000, tags: () => [], bytes: ({ asks, sales }) => 200 + (asks.length + sales.length) * 150 };

/**
 * What a card of the catalogue is offered for by others than this member, and was sold for in the last year: by condition (`graded` for those in a slab) and currency, never converted,
 * for one copy without post; at most half a minute old. What was called off or given back was no sale. An unknown card has neither.
 */
export async function pricesOfCard(
  platform: Pick<Platform, 'pool' | 'clock' | 'cache' | 'bus'>,
  cardId: string,
  memberId: string,
): Promise<CardPrices> {
  return remember(platform, `card prices ${cardId} ${memberId}`, kept, async () => {
    const [asks, sales] = await Promise.all([readAsks(platform, cardId, memberId), readSales(platform, cardId)]);
    return { asks, sales };
  });
}

async function readSales({ pool, clock }: Pick<Platform, 'pool' | 'clock'>, cardId: string): Promise<PriceRange[]> {
  const { rows } = await pool.query<{ condition: string; currency: Currency; low: number; high: number; n: number }>({
    name: 'orders-sales-of-card',
    text: `select case when i.snapshot -> 'grading' <> 'null' then 'graded' else i.snapshot ->> 'condition' end as condition, o.currency,
             min(i.price_amount) as low, max(i.price_amount) as high, sum(i.quantity)::int as n
           from listing l join order_item i on i.listing_id = l.id join orders o on o.id = i.order_id
           where l.card_id = $1 and l.quantity_sold > 0 and o.paid_at > $2 and o.status not in ('canceled', 'refunded')
           group by 1, 2 order by 1, 2`,
    values: [cardId, addMs(clock.now(), -soldWithinMs)],
  });
  return rows.map(({ condition, currency, low, high, n }) => ({ condition, currency, low, high, count: n }));
}
