import { listOwnListings } from '#features/listings/index.server.ts';
import { type TileFacts, tileFacts } from '#features/listings/widgets.tsx';
import type { Order } from '#features/orders/contract.ts';
import { countWaitingOrders, listOrdersFor, listWaitingOrders, presentOrder } from '#features/orders/index.server.ts';
import { tierDefinitions } from '#features/tiers/contract.ts';
import type { Money } from '#kernel/money.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';

export interface DashboardData {
  live: number;
  paused: number;
  drafts: number;
  /** What the live copies cost together, by currency. */
  worth: Money[];
  views: number;
  favorites: number;
  /** What the counter counts, and the newest of it. */
  waiting: number;
  news: { order: Order; isBuyer: boolean }[];
  /** What is to do, whether it has been read or not, the oldest first. */
  toSend: Order[];
  toPay: Order[];
  ending: (TileFacts & { endsAt: string | null; views: number; favorites: number })[];
  hasListed: boolean;
  hasSold: boolean;
  /** What each tier allows. */
  tiers: typeof tierDefinitions;
  now: string;
}

/** What is going on for one member: what they sell, and what waits for them. */
export async function loadDashboard(platform: Platform, actor: Actor): Promise<DashboardData> {
  const now = platform.clock.now();
  const [own, selling, buying, news, waiting] = await Promise.all([
    listOwnListings(platform, actor, new URLSearchParams('status=active,reserved'), { limit: 100 }),
    listOrdersFor(platform.db, actor.id, { role: 'seller', status: ['paid', 'awaiting_shipping'], limit: 20 }),
    listOrdersFor(platform.db, actor.id, { role: 'buyer', status: ['pending_payment'], limit: 20 }),
    listWaitingOrders(platform.db, actor.id, { limit: 6 }),
    countWaitingOrders(platform.db, actor.id),
  ]);
  const worth = new Map<Money['currency'], number>();
  for (const { price, quantityAvailable } of own.items)
    worth.set(price.currency, (worth.get(price.currency) ?? 0) + price.amount * quantityAvailable);
  const present = (orders: typeof selling.items) => orders.map((order) => presentOrder(order, actor.id, now)).reverse();
  const count = (status: keyof typeof own.counts) => own.counts[status] ?? 0;
  return {
    live: count('active') + count('reserved'),
    paused: count('paused') + count('expired'),
    drafts: count('draft'),
    worth: [...worth].map(([currency, amount]) => ({ currency, amount })),
    views: own.items.reduce((sum, item) => sum + item.viewCount, 0),
    favorites: own.items.reduce((sum, item) => sum + item.favoriteCount, 0),
    waiting,
    news: news.items.map((full) => ({ order: presentOrder(full, actor.id, now), isBuyer: full.order.buyerId === actor.id })),
    toSend: present(selling.items),
    toPay: present(buying.items),
    ending: [...own.items]
      .sort((a, b) => (a.expiresAt ?? '').localeCompare(b.expiresAt ?? ''))
      .slice(0, 6)
      .map((item) => ({ ...tileFacts(item), endsAt: item.expiresAt, views: item.viewCount, favorites: item.favoriteCount })),
    hasListed: Object.values(own.counts).some((n) => (n ?? 0) > 0),
    hasSold: count('sold') > 0,
    tiers: tierDefinitions,
    now: now.toISOString(),
  };
}
