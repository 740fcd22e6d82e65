import { findAway } from '#features/members/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import { calendarDay } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals } from '../contract.ts';

/** Refuses (409) what sells something of a member who is on vacation. The caller holds the listing. */
export async function refuseAway(tx: Tx, sellerId: string, now: Date): Promise<void> {
  const away = (await findAway(tx.db, [sellerId], now)).get(sellerId);
  if (!away) return;
  const message = `The seller is on vacation until ${calendarDay(away.endsAt)}.`;
  throw conflict(listingRefusals.sellerAway, message, { until: away.endsAt.toISOString() });
}
