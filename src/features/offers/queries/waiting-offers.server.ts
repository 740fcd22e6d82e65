import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Platform } from '#platform/platform.ts';
import type { Offer } from '../contract.ts';
import { offer } from '../model/offer.tables.ts';
import { isFirstOfLines } from './offer.lines.server.ts';
import { findOffersFor } from './offers.queries.server.ts';

/**
 * The pending offers that wait for a member's answer, those that run out first; all of them are as many as the counter
 * says, and `ending` of all run out before `soon`.
 */
export function listWaitingOffers(
  platform: Platform,
  memberId: string,
  limit: number,
  soon: Date,
): Promise<{ items: Offer[]; ending: number }> {
  const asSeller = and(eq(offer.sellerId, memberId), eq(offer.madeBy, 'buyer'), eq(offer.sellerCleared, false));
  const asBuyer = and(eq(offer.buyerId, memberId), eq(offer.madeBy, 'seller'), eq(offer.buyerCleared, false));
  return read(
    platform,
    memberId,
    and(eq(offer.status, 'pending'), or(asSeller, asBuyer)),
    offer.expiresAt,
    limit,
    soon,
  );
}

/**
 * The accepted offers that their buyer has yet to pay, can pay and has no order for, those that run out first, and how
 * many there are.
 */
export async function listPayableOffers(
  platform: Platform,
  buyerId: string,
  limit: number,
): Promise<{ items: Offer[]; all: number }> {
  const isPayable = and(eq(offer.buyerId, buyerId), eq(offer.promise, 'open'));
  const [{ items: found }, all] = await Promise.all([
    read(platform, buyerId, isPayable, offer.payBy, limit, platform.clock.now()),
    platform.db.$count(offer, and(isPayable, isFirstOfLines)),
  ]);
  const items = found.filter(({ actions }) => actions.includes('pay'));
  return { items, all: all - (found.length - items.length) };
}

async function read(
  platform: Platform,
  memberId: string,
  which: SQL | undefined,
  end: AnyPgColumn,
  limit: number,
  soon: Date,
) {
  // Counted before the limit, so that it is of all of them.
  const ending = sql<number>`(count(*) filter (where ${end} < ${soon.toISOString()}::timestamptz) over ())::int`;
  const rows = await platform.db
    .select({ id: offer.id, ending })
    .from(offer)
    .where(and(which, isFirstOfLines))
    .orderBy(asc(end), asc(offer.id))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const found = await findOffersFor(platform, memberId, ids);
  return { items: ids.flatMap((id) => found.get(id) ?? []), ending: rows[0]?.ending ?? 0 };
}
