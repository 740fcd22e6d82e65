import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { statusOf } from '#features/members/index.server.ts';
import { tierDefinition } from '#features/tiers/contract.ts';
import { addMs, hourMs } from '#kernel/time.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type Mover, moveListing } from '../lifecycle/listing.move.server.ts';
import { mailUnnamedJob } from '../model/listing.jobs.ts';
import { type ListingState, type ListingVerb, stateOf } from '../model/listing.process.ts';
import { type ListingRow, listing } from '../model/listing.tables.ts';
import { settledStatesOf } from '../model/live-listings.rules.ts';
import { notifyPaused } from '../notices/notify-member.server.ts';
import {
  appendChange,
  enqueueExpiry,
  type ListingFacts,
  lockSellerListings,
  updateListing,
} from '../read/listing.write.server.ts';
import { isHeldBack } from './seller-status.server.ts';

/**
 * Reconciles a seller's live listings with all causes (tier, suspension, a trader's missing data), read under the
 * seller's lock. It is the only place where these causes move a listing, and it is idempotent. Live ones get the time
 * of the tier: up to premium counted from their publication, down at most the free time from now. Nothing is deleted.
 * Returns how many listings were moved.
 */
export async function settleListingsOf(tx: Tx, sellerId: string, now: Date): Promise<number> {
  await lockSellerListings(tx, sellerId);
  const { isSuspended, tier } = await statusOf(tx.db, sellerId);
  const { maxActiveListings: maxLive, listingDuration } = tierDefinition(tier);
  const rows = await tx.db
    .select()
    .from(listing)
    .where(
      and(
        eq(listing.sellerId, sellerId),
        or(
          inArray(listing.status, ['active', 'reserved']),
          inArray(listing.pausedBy, ['tier', 'suspension', 'standing']),
        ),
      ),
    )
    .orderBy(asc(listing.id))
    .for('update');
  const causes = { isSuspended, isHeldBack: await isHeldBack(tx, sellerId, now), maxLive };
  const states = settledStatesOf(
    rows.map((row) => ({ ...row, state: stateOf(row) })),
    causes,
    now,
  );
  const time = { tier, durationMs: listingDuration * hourMs };
  const paused: Record<'tier' | 'standing', ListingRow[]> = { tier: [], standing: [] };
  let moved = 0;
  for (const row of rows) {
    const from = stateOf(row);
    const to = states.get(row.id) ?? from;
    const facts =
      to === 'active' || to === 'reserved' || to === 'paused_by_tier' ? timeOf(row, from, to, time, now) : {};
    if (from === to) {
      if (Object.keys(facts).length > 0) await retime(tx, row, facts, now);
      continue;
    }
    moved++;
    await moveListing(tx, row, { ...moveTo(from, to), to }, now, facts);
    if (to === 'paused_by_tier') paused.tier.push(row);
    if (to === 'paused_by_standing') paused.standing.push(row);
  }
  await notifyPaused(tx, 'tier', paused.tier, now);
  await notifyPaused(tx, 'standing', paused.standing, now);
  if (paused.standing.length > 0)
    tx.enqueue(mailUnnamedJob, { sellerId, paused: paused.standing.length, at: now.toISOString() });
  return moved;
}

/** The same in its own write, with current data: of several changes in a row the last one counts. */
export async function settleListings(platform: Platform, sellerId: string): Promise<number> {
  return write(platform, (tx) => settleListingsOf(tx, sellerId, platform.clock.now()));
}

function moveTo(from: ListingState, to: ListingState): { verb: ListingVerb; mover: Mover } {
  if (from === 'paused_by_suspension') return { verb: 'resume', mover: { by: 'suspension' } };
  if (from === 'paused_by_standing') return { verb: 'resume', mover: { by: 'standing' } };
  if (from === 'paused_by_tier') return { verb: 'resume', mover: { by: 'tier' } };
  const by = to === 'paused_by_suspension' ? 'suspension' : to === 'paused_by_standing' ? 'standing' : 'tier';
  return { verb: 'pause', mover: { by } };
}

interface TierTime {
  tier: ListingRow['tier'];
  durationMs: number;
}

/** What the tier's time changes of a listing that is, or becomes, live or paused by the tier's limit. */
function timeOf(
  row: ListingRow,
  from: ListingState,
  to: ListingState,
  { tier, durationMs }: TierTime,
  now: Date,
): ListingFacts {
  if (to === 'paused_by_tier') return from === to || row.tier === tier ? {} : { tier };
  if (tier === 'premium') {
    const isResumed = from === 'paused_by_tier';
    if (row.tier === 'premium' && !isResumed) return {};
    const full = addMs(row.publishedAt ?? row.createdAt, durationMs);
    return { tier, expiresAt: isResumed && full <= now ? addMs(now, durationMs) : full };
  }
  const latest = addMs(now, durationMs);
  const expiresAt = row.expiresAt && row.expiresAt < latest ? row.expiresAt : latest;
  return row.tier === tier && row.expiresAt?.getTime() === expiresAt.getTime() ? {} : { tier, expiresAt };
}

async function retime(tx: Tx, row: ListingRow, facts: ListingFacts, now: Date): Promise<void> {
  const updated = await updateListing(tx, row, facts, now);
  appendChange(tx, updated, 'tier');
  if (updated.expiresAt) enqueueExpiry(tx, row.id, updated.expiresAt, now);
}
