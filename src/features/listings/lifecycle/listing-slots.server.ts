import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Tier } from '#features/members/contract.ts';
import { statusOf, storedTierOf } from '#features/members/index.server.ts';
import { tierDefinition } from '#features/tiers/contract.ts';
import { notAllowed, Refusal } from '#kernel/refusal.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals } from '../contract.ts';
import { liveStatuses } from '../model/listing.process.ts';
import { listing } from '../model/listing.tables.ts';
import { suspendedSentence, tierLimitSentence } from '../model/state-sentences.ts';
import { lockSellerListings } from '../read/listing.write.server.ts';

export interface Place {
  tier: Tier;
  /** How long a listing stays that is published now. */
  durationMs: number;
}

/**
 * Makes sure that one more listing of this seller may go live, until the transaction ends (RO-04): the seller's one row
 * is locked before the live ones are counted, so two publishes of one member never count at the same time. Refuses
 * beyond the tier's limit (403 `tier_limit`), and a seller who was suspended a moment ago.
 */
export async function takePlace(tx: Tx, sellerId: string, exceptId: string | null): Promise<Place> {
  await lockSellerListings(tx, sellerId);
  return requireSlot(tx, sellerId, exceptId);
}

/** The same for many: how many more may go live, and the refusal of the one that may not. */
export async function takePlaces(
  tx: Tx,
  sellerId: string,
  exceptId: string | null,
): Promise<Place & { free: number; full: Refusal | null }> {
  await lockSellerListings(tx, sellerId);
  return slotsUnderLock(tx, sellerId, exceptId);
}

/** `takePlace` for a caller that holds the seller's lock. */
export async function requireSlot(tx: Tx, sellerId: string, exceptId: string | null = null): Promise<Place> {
  const { free, full, ...place } = await slotsUnderLock(tx, sellerId, exceptId);
  if (free < 1 && full) throw full;
  return place;
}

async function slotsUnderLock(
  tx: Pick<Tx, 'db'>,
  sellerId: string,
  exceptId: string | null,
): Promise<Place & { free: number; full: Refusal | null }> {
  const { isSuspended, tier } = await statusOf(tx.db, sellerId);
  if (isSuspended) throw notAllowed(suspendedSentence, 'suspended');
  const { maxActiveListings, listingDuration } = tierDefinition(tier);
  const place = { tier, durationMs: listingDuration * hourMs };
  if (maxActiveListings === null) return { ...place, free: Number.POSITIVE_INFINITY, full: null };
  const free = maxActiveListings - (await liveOf(tx, sellerId, exceptId));
  return { ...place, free, full: tierLimit(tier, maxActiveListings) };
}

/** Whether one more listing of this seller may be live. Concurrent calls need the seller's lock. */
export async function hasSlot(tx: Tx, sellerId: string, exceptId: string): Promise<boolean> {
  const { maxActiveListings } = tierDefinition(await storedTierOf(tx.db, sellerId));
  return maxActiveListings === null || (await liveOf(tx, sellerId, exceptId)) < maxActiveListings;
}

async function liveOf(tx: Pick<Tx, 'db'>, sellerId: string, exceptId: string | null): Promise<number> {
  const [row] = await tx.db
    .select({ live: sql<number>`count(*)` })
    .from(listing)
    .where(
      and(
        eq(listing.sellerId, sellerId),
        inArray(listing.status, [...liveStatuses]),
        exceptId ? ne(listing.id, exceptId) : undefined,
      ),
    );
  return row?.live ?? 0;
}

export function expiryOf(place: Place, publishedAt: Date): Date {
  return addMs(publishedAt, place.durationMs);
}

function tierLimit(tier: Tier, most: number): Refusal {
  const params = { tier, most };
  return new Refusal(403, listingRefusals.tierLimit, tierLimitSentence(params), {
    coded: { code: listingRefusals.tierLimit, params },
  });
}
