import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tier } from '#features/members/contract.ts';
import { isSuspended, storedTierOf } from '#features/members/index.server.ts';
import { tierDefinition } from '#features/tiers/contract.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { moveListing } from './listing.move.server.ts';
import { type ListingRow, listing } from './listing.tables.ts';
import { appendChange, enqueueExpiry, lockShelf, updateListing } from './listing.write.server.ts';
import { applyStanding } from './standing-change.server.ts';
import { tellPaused } from './tell-member.server.ts';

/**
 * What a change of the seller's tier does to their listings (ST-06), in the caller's transaction; nothing is deleted. Repeating it changes nothing.
 *
 * Up: live ones get the long time counted from their publication, and what a downgrade had paused is live again.
 * Down: the newest as many as the tier has places stay, for at most the tier's time from now; the others are paused. A reserved one
 * keeps its place: its buyer was promised the copy.
 */
export async function applyTierToListings(tx: Tx, sellerId: string, tier: Tier, now: Date): Promise<void> {
  await lockShelf(tx, sellerId);
  const rows = await tx.db
    .select()
    .from(listing)
    .where(and(eq(listing.sellerId, sellerId), inArray(listing.status, ['active', 'reserved', 'paused'])))
    .orderBy(asc(listing.id))
    .for('update');
  const { maxActiveListings, listingDuration } = tierDefinition(tier);
  const duration = listingDuration * hourMs;
  if (tier === 'premium') {
    for (const row of rows) await upgrade(tx, row, duration, now);
    return;
  }
  const newestFirst = rows
    .filter((row) => row.status !== 'paused')
    .sort((a, b) => (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0) || (a.id < b.id ? 1 : -1));
  const reserved = newestFirst.filter((row) => row.status === 'reserved').length;
  const places = Math.max(0, (maxActiveListings ?? rows.length) - reserved);
  const staying = new Set(
    newestFirst
      .filter((row) => row.status === 'active')
      .slice(0, places)
      .map((row) => row.id),
  );
  const paused: ListingRow[] = [];
  for (const row of newestFirst) {
    const isPaused = await downgrade(tx, row, row.status === 'reserved' || staying.has(row.id), duration, now);
    if (isPaused) paused.push(row);
  }
  await tellPaused(tx, 'tier', paused, now);
}

/** Brings a seller's listings in line with their stored tier, read now: of two changes in a row the last one counts. */
export async function followTier(platform: Platform, sellerId: string): Promise<void> {
  await write(platform, async (tx) => {
    await lockShelf(tx, sellerId);
    // What a suspension hides stays hidden; its end asks for the tier again.
    if (await isSuspended(tx.db, sellerId)) return;
    const now = platform.clock.now();
    await applyTierToListings(tx, sellerId, await storedTierOf(tx.db, sellerId), now);
    // What the tier brings back of a trader who has not shown who sells waits for that.
    await applyStanding(tx, sellerId, now);
  });
}

async function upgrade(tx: Tx, row: ListingRow, duration: number, now: Date): Promise<void> {
  const isResumed = row.status === 'paused' && row.pausedBy === 'tier';
  if (row.status === 'paused' && !isResumed) return;
  if (row.tier === 'premium' && !isResumed) return;
  const full = addMs(row.publishedAt ?? row.createdAt, duration);
  // A listing that rested longer than its whole time gets it anew, or the upgrade would end what it should bring back.
  const expiresAt = isResumed && full <= now ? addMs(now, duration) : full;
  if (isResumed) {
    await moveListing(tx, row, { verb: 'resume', mover: { by: 'tier' } }, now, { tier: 'premium', expiresAt });
    return;
  }
  appendChange(tx, await updateListing(tx, row, { tier: 'premium', expiresAt }, now), 'tier');
  enqueueExpiry(tx, row.id, expiresAt, now);
}

/** Answers whether it was paused. */
async function downgrade(tx: Tx, row: ListingRow, stays: boolean, duration: number, now: Date): Promise<boolean> {
  if (!stays) {
    await moveListing(tx, row, { verb: 'pause', mover: { by: 'tier' } }, now, { tier: 'free' });
    return true;
  }
  const latest = addMs(now, duration);
  const expiresAt = row.expiresAt && row.expiresAt < latest ? row.expiresAt : latest;
  if (row.tier === 'free' && row.expiresAt?.getTime() === expiresAt.getTime()) return false;
  const updated = await updateListing(tx, row, { tier: 'free', expiresAt }, now);
  appendChange(tx, updated, 'tier');
  enqueueExpiry(tx, row.id, expiresAt, now);
  return false;
}
