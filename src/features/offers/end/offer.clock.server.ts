import { listVacations } from '#features/members/index.server.ts';
import { endOfWait, type Period } from '#features/members/words.ts';
import type { Db } from '#platform/db/db.ts';
import type { OfferRow } from '../model/offer.tables.ts';

/** The end of the wait of an offer that starts to wait at `begun`: the clock stops while its seller is on vacation. */
export async function waitingEnd(db: Db, sellerId: string, start: Date, waitsMs: number): Promise<Date> {
  return endOfWait(start, waitsMs, await listVacations(db, [sellerId], start));
}

/** The row with its end as the vacations of its seller make it now, whatever was stored. */
export function clocked(row: OfferRow, vacations: readonly Period[]): OfferRow {
  if (row.status !== 'pending') return row;
  const waitsMs = row.waitsMs ?? row.expiresAt.getTime() - row.createdAt.getTime();
  return { ...row, waitsMs, expiresAt: endOfWait(row.createdAt, waitsMs, vacations) };
}
