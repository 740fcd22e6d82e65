import { plural } from '#kernel/format.ts';
import { conflict, invalid } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals } from '../contract.ts';
import { guardedFacts } from '../model/listing.facts.ts';
import { availableQuantity } from '../model/listing.rules.ts';
import type { ListingRow } from '../model/listing.tables.ts';
import { stateSentences } from '../model/state-sentences.ts';
import { type ChangedFact, changesOf } from './listing-changes.server.ts';

/** The guards of a purchase or an offer. Each takes the row under its lock. */

/** Refuses (422) a version that the listing has not reached. `seen` is absent where the buyer named none. */
export function refuseFutureVersion(row: ListingRow, seen: number | undefined): void {
  if (seen !== undefined && seen > row.version)
    throw invalid({
      listingVersion: `The listing is at version ${row.version}, not ${seen}. Reload it and try again.`,
    });
}

/** Refuses (409 `not_available`, with how many there are) where so many copies can't be had now. */
export function refuseTooFew(row: ListingRow, quantity: number, now: Date): void {
  const available = row.status === 'active' && row.expiresAt && row.expiresAt > now ? availableQuantity(row) : 0;
  if (available < quantity)
    throw conflict(listingRefusals.notAvailable, notAvailableSentence(row, available), {
      listingStatus: row.status,
      available,
    });
}

function notAvailableSentence(row: ListingRow, available: number): string {
  if (available > 0) return plural(available, { one: 'Only # copy is left.', other: 'Only # copies are left.' });
  if (row.status === 'active') return stateSentences.expired;
  return row.status === 'reserved'
    ? 'Another buyer is paying for this now. It’s available again if they don’t pay.'
    : stateSentences[row.status];
}

/**
 * What a buyer relies on (`listing.facts.ts`) that is not what it was in the version that they saw; nothing where they
 * named none.
 */
export async function changesSince(tx: Tx, row: ListingRow, seen: number | undefined): Promise<ChangedFact[]> {
  if (seen === undefined || seen >= row.factsVersion) return [];
  return changesOf(tx.db, row.id, seen, guardedFacts(row));
}
