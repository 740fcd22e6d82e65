import { and, desc, eq } from 'drizzle-orm';
import { requireUnlimited } from '#features/auth/index.server.ts';
import { tierOf } from '#features/tiers/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { countAct } from '#platform/http/count-act.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { Listing } from '../contract.ts';
import { listingLimits } from '../model/listing.rules.ts';
import { listing } from '../model/listing.tables.ts';
import { factsOfFreeCard } from '../read/card-facts.server.ts';
import { getListing } from '../read/listing.queries.server.ts';
import { lockMemberAndListings } from '../read/listing.write.server.ts';
import { draftLimits, readNewListing, refuseTooManyDrafts, rowOf } from './create-listing.server.ts';
import { beginListing } from './listing.move.server.ts';
import { removeListing } from './move-listing.server.ts';

/** What a draft holds before its seller has said anything; it can't be published like this. */
const unsaid = {
  game: 'pokemon',
  name: 'Unfinished listing',
  condition: 'unknown',
  price: { amount: listingLimits.minPrice, currency: 'USD' },
  status: 'draft',
} as const;

/**
 * Begins a draft for photos whose card, condition and price are not chosen yet: an edit that names card and price
 * finishes it, before that it can't be published. A member has one at a time: where there is one it is answered.
 * Refuses too many drafts at a time (409 `too_many_drafts`) or in an hour (429).
 */
export async function beginDraft(platform: Platform, actor: Actor, address: string): Promise<Listing> {
  const known = await findUnfinished(platform, actor.id);
  if (known) return known;
  const parsed = readNewListing(unsaid);
  const now = platform.clock.now();
  const id = newId();
  const releasePoints = await countAct(platform.limits, draftLimits, actor.id, address);
  const made = write(platform, async (tx) => {
    await lockMemberAndListings(tx, actor.id);
    await requireUnlimited(platform, tx, actor.id, 'list');
    // Two tabs that choose photos at the same moment fill one draft.
    const [other] = await tx.db.select({ id: listing.id }).from(listing).where(isUnfinished(actor.id)).limit(1);
    if (other) return other.id;
    await refuseTooManyDrafts(tx, actor.id);
    const tier = await tierOf(tx.db, actor.id);
    const row = {
      ...rowOf(parsed, factsOfFreeCard(parsed)),
      photos: [],
      id,
      sellerId: actor.id,
      tier,
      isUnfinished: true,
    };
    await beginListing(
      tx,
      { ...row, createdAt: now, updatedAt: now, publishedAt: null, expiresAt: null },
      'draft',
      now,
    );
    return id;
  });
  const draftId = await made.catch(async (error: unknown) => {
    await releasePoints();
    throw error;
  });
  return getListing(platform, draftId, actor.id);
}

const isUnfinished = (sellerId: string) =>
  and(eq(listing.sellerId, sellerId), eq(listing.status, 'draft'), eq(listing.isUnfinished, true));

/** The draft that a member began with photos and has not finished; null where there is none. */
export async function findUnfinished(platform: Platform, memberId: string): Promise<Listing | null> {
  const [found] = await platform.db
    .select({ id: listing.id })
    .from(listing)
    .where(isUnfinished(memberId))
    .orderBy(desc(listing.createdAt))
    .limit(1);
  return found ? getListing(platform, found.id, memberId) : null;
}

/** Deletes the draft that a member began and has not finished, where there is one. */
export async function dropUnfinished(platform: Platform, actor: Actor): Promise<void> {
  const found = await findUnfinished(platform, actor.id);
  if (found) await removeListing(platform, actor, found.id);
}
