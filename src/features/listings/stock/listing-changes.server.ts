import { and, desc, eq, gte, or } from 'drizzle-orm';
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
  return changesIn(rows, now);
}

/** Ids of those of these listings that say otherwise than in the version of each that a buyer saw. */
export async function changedAmong(
  db: Db,
  seen: readonly { listing: Listing; version: number }[],
): Promise<ReadonlySet<string>> {
  const newer = seen.filter(({ listing, version }) => listing.version > version);
  if (newer.length === 0) return new Set();
  const rows = await db
    .select()
    .from(listingSaid)
    .where(
      or(
        ...newer.map(({ listing, version }) =>
          and(eq(listingSaid.listingId, listing.id), gte(listingSaid.untilVersion, version)),
        ),
      ),
    )
    .orderBy(desc(listingSaid.untilVersion));
  const rowsOf = Map.groupBy(rows, ({ listingId }) => listingId);
  const changed = newer.filter(
    ({ listing }) => changesIn(rowsOf.get(listing.id) ?? [], shownFacts(listing)).length > 0,
  );
  return new Set(changed.map(({ listing }) => listing.id));
}

/** `rows` are the edits since that version, the last one first. */
function changesIn(rows: readonly (typeof listingSaid.$inferSelect)[], now: GuardedFacts): ChangedFact[] {
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
