import { findAway } from '#features/members/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import { calendarDay } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals } from '../contract.ts';

/** Vacations under way, by member. */
export type Vacations = Awaited<ReturnType<typeof findAway>>;

/**
 * Refuses (409) what sells something of a member who is on vacation. The caller holds the listing, and may have read the
 * vacations of several sellers at once.
 */
export async function refuseAway(tx: Tx, sellerId: string, now: Date, read?: Vacations): Promise<void> {
  const away = (read ?? (await findAway(tx.db, [sellerId], now))).get(sellerId);
  if (!away) return;
  const message = `The seller is on vacation until ${calendarDay(away.endsAt)}.`;
  throw conflict(listingRefusals.sellerAway, message, { until: away.endsAt.toISOString() });
}
