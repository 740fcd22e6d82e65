import { countLive, countNewSellers } from '#features/listings/index.server.ts';
import { countNewMembers } from '#features/members/index.server.ts';
import { readSalesFigures, type SalesFigures } from '#features/orders/index.server.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';

export interface Figures {
  sales: SalesFigures[];
  newMembers: number;
  newSellers: number;
}

export interface OverviewFigures {
  today: Figures;
  month: Figures;
  activeListings: number;
}

/** The numbers of the site: of today, by UTC, and of the last 30 days. */
export async function readFigures(platform: Platform): Promise<OverviewFigures> {
  const now = platform.clock.now();
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const [today, month, live] = await Promise.all([
    figuresSince(platform, midnight),
    figuresSince(platform, addMs(now, -30 * dayMs)),
    countLive(platform),
  ]);
  return { today, month, activeListings: live.total };
}

async function figuresSince({ db }: Platform, since: Date): Promise<Figures> {
  const [sales, newMembers, newSellers] = await Promise.all([
    readSalesFigures(db, since),
    countNewMembers(db, since),
    countNewSellers(db, since),
  ]);
  return { sales, newMembers, newSellers };
}
