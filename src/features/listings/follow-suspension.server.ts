import { and, asc, eq, inArray } from 'drizzle-orm';
import { isSuspended, storedTierOf } from '#features/members/index.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { moveListing } from './listing.move.server.ts';
import { stateForSale } from './listing.rules.ts';
import { type ListingRow, listing } from './listing.tables.ts';
import { lockShelf } from './listing.write.server.ts';
import { applyStanding } from './standing-change.server.ts';
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
    if (isOut) return;
    // The tier may have changed meanwhile, or the time to show who sells may be over.
    await applyTierToListings(tx, sellerId, await storedTierOf(tx.db, sellerId), now);
    await applyStanding(tx, sellerId, now);
  });
}

const mover = { by: 'suspension' } as const;

async function hide(tx: Tx, row: ListingRow, now: Date): Promise<void> {
  if (row.status !== 'paused') await moveListing(tx, row, { verb: 'pause', mover }, now);
}

async function show(tx: Tx, row: ListingRow, now: Date): Promise<void> {
  if (row.pausedBy === 'suspension') await moveListing(tx, row, { verb: 'resume', mover, to: stateForSale(row, now) }, now);
}
