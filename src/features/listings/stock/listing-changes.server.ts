import { and, desc, eq, gte } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Listing } from '../contract.ts';
import {
  changedFields,
  changeSentence,
  type GuardedFacts,
  type GuardedField,
  guardedFacts,
  shownFacts,
} from '../model/listing.facts.ts';
import { type ListingRow, listingSaid } from '../model/listing.tables.ts';

export interface ChangedFact {
  field: GuardedField;
  /** The earlier value, where the viewer may know it, and the new one. */
  sentence: string;
}

/**
 * What a listing that was just read says otherwise than in an earlier version of it; empty where it says the same
 * again.
 */
export function changesSince(db: Db, listing: Listing, version: number): Promise<ChangedFact[]> {
  return changesOf(db, listing.id, version, shownFacts(listing));
}

/** The same, of what a locked or a stored row says `now`. */
export async function changesOf(db: Db, listingId: string, version: number, now: GuardedFacts): Promise<ChangedFact[]> {
  const rows = await db
    .select()
    .from(listingSaid)
    .where(and(eq(listingSaid.listingId, listingId), gte(listingSaid.untilVersion, version)))
    .orderBy(desc(listingSaid.untilVersion));
  const before = { ...now };
  const isShown = new Map<string, boolean>();
  // From now backwards: the edit next after that version is the last to have its say.
  for (const row of rows) {
    Object.assign(before, row.before);
    for (const field of Object.keys(row.before)) isShown.set(field, row.shown);
  }
  return changedFields(before, now).map((field) => ({
    field,
    sentence: changeSentence(field, before, now, isShown.get(field)),
  }));
}

/** Of the facts that these changes would change, what they are until then; null where they leave all as it is. */
export function lostFacts(row: ListingRow, changes: Partial<ListingRow>): Partial<GuardedFacts> | null {
  const before = guardedFacts(row);
  const lost = changedFields(before, guardedFacts({ ...row, ...changes }));
  return lost.length === 0 ? null : Object.fromEntries(lost.map((field) => [field, before[field]]));
}
