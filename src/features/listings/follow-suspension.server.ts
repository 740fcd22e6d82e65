import { and, asc, eq, inArray } from 'drizzle-orm';
import { isSuspended, storedTierOf } from '#features/members/index.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { availableQuantity } from './listing.rules.ts';
import { type ListingRow, listing } from './listing.tables.ts';
import { appendChange, appendEnded, enqueueExpiry, lockShelf, updateListing } from './listing.write.server.ts';
import { applyTierToListings } from './tier-change.server.ts';

/**
 * Hides a seller's live listings while they are suspended, and shows them again afterwards, as far as their time and tier still allow. Reads what is
 * true now, so of a suspension and its end in a row the last counts. Copies that are held for a buyer stay theirs.
 */
export async function followSuspension(platform: Platform, sellerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await lockShelf(tx, sellerId);
    const isOut = await isSuspended(tx.db, sellerId);
    const rows = await tx.db
      .select()
      .from(listing)
      .where(and(eq(listing.sellerId, sellerId), inArray(listing.status, ['active', 'reserved', 'paused'])))
      .orderBy(asc(listing.id))
      .for('update');
    for (const row of rows) await (isOut ? hide(tx, row, now) : show(tx, row, now));
    // The tier may have changed meanwhile.
    if (!isOut) await applyTierToListings(tx, sellerId, await storedTierOf(tx.db, sellerId), now);
  });
}

async function hide(tx: Tx, row: ListingRow, now: Date): Promise<void> {
  if (row.status === 'paused') return;
  appendChange(tx, await updateListing(tx, row, { status: 'paused', pausedBy: 'suspension' }, now), 'paused');
}

async function show(tx: Tx, row: ListingRow, now: Date): Promise<void> {
  if (row.pausedBy !== 'suspension') return;
  if (availableQuantity(row) === 0) {
    appendChange(tx, await updateListing(tx, row, { status: 'reserved', pausedBy: null }, now), 'held');
    return;
  }
  if (row.expiresAt === null || row.expiresAt <= now) {
    const updated = await updateListing(tx, row, { status: 'expired', pausedBy: null }, now);
    appendChange(tx, updated, 'expired');
    appendEnded(tx, updated);
    return;
  }
  appendChange(tx, await updateListing(tx, row, { status: 'active', pausedBy: null }, now), 'resumed');
  enqueueExpiry(tx, row.id, row.expiresAt, now);
}
