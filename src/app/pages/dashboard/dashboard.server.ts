import { countUnchecked, endingNext, summariseOwn } from '#features/listings/index.server.ts';
import { type TileFacts, tileFacts } from '#features/listings/widgets.tsx';
import { type Earnings, readEarnings } from '#features/orders/index.server.ts';
import { findAccountBanner } from '#features/payouts/index.server.ts';
import type { Banner } from '#features/payouts/widgets.tsx';
import { tierDefinitions } from '#features/tiers/contract.ts';
import type { Money } from '#kernel/numbers/money.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { endingSoonMs, loadNeeds, type Needs } from './needs.server.ts';

export interface DashboardData {
  live: number;
  paused: number;
  drafts: number;
  /** What the live copies cost together, by currency. */
  worth: Money[];
  views: number;
  favorites: number;
  /** What waits for the member. */
  needs: Needs;
  earnings: Earnings[];
  /** What keeps the member from being paid. */
  payouts: Banner | null;
  ending: (TileFacts & { endsAt: string | null; views: number; favorites: number })[];
  /** Live listings for which a checklist is offered and that have none. */
  unchecked: number;
  hasListed: boolean;
  /** What each tier allows. */
  tiers: typeof tierDefinitions;
  now: string;
}

/**
 * What is going on for one member: what needs them, what they sell and earn. Of listings it reads sums and the few that
 * end next, so that a shop of thousands opens as fast as one of ten.
 */
export async function loadDashboard(platform: Platform, actor: Actor, mostTasks?: number): Promise<DashboardData> {
  const now = platform.clock.now();
  const [{ counts, ...sums }, { items: ending, soon }, unchecked, earnings, payouts] = await Promise.all([
    summariseOwn(platform, actor.id),
    endingNext(platform, actor.id, { limit: 6, withinMs: endingSoonMs }),
    countUnchecked(platform, actor.id),
    readEarnings(platform, actor.id),
    findAccountBanner(platform, actor.id),
  ]);
  const count = (status: keyof typeof counts) => counts[status] ?? 0;
  return {
    live: count('active') + count('reserved'),
    paused: count('paused') + count('expired'),
    drafts: count('draft'),
    ...sums,
    unchecked,
    needs: await loadNeeds(platform, actor.id, soon, mostTasks),
    earnings,
    payouts,
    ending: ending.map((item) => ({
      ...tileFacts(item),
      endsAt: item.expiresAt,
      views: item.viewCount,
      favorites: item.favoriteCount,
    })),
    hasListed: Object.values(counts).some((n) => (n ?? 0) > 0),
    tiers: tierDefinitions,
    now: now.toISOString(),
  };
}
