import { requireUnlimited, requireVerifiedEmail } from '#features/auth/index.server.ts';
import { requireTraderData } from '#features/traders/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { isRefusal, notFound } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { listingPolicy, unknownListing } from '../model/listing.policy.ts';
import type { ListingState } from '../model/listing.process.ts';
import { retainedAfterRemovalMs } from '../model/listing.rules.ts';
import type { ListingRow } from '../model/listing.tables.ts';
import { findRemoval } from '../own-listings/deleted-listings.server.ts';
import { checkMove, goneListing, lockListing, lockSellerListings } from '../read/listing.write.server.ts';
import { moveListing } from './listing.move.server.ts';
import { takePlace } from './listing-slots.server.ts';
import { requireNewSellerLimit } from './new-seller-limit.server.ts';

/**
 * Restores a listing that its seller deleted, with its photos and its favorites: for sale if it was and may be so for
 * what is left of its time, else paused. A pause by an admin goes on, and what had ended stays ended. Refuses others than its seller (403, 404), a
 * listing that is not deleted (409 `wrong_state`), and after a month (410).
 */
export async function restoreListing(platform: Platform, actor: Actor, id: string): Promise<void> {
  if (!isId(id)) throw notFound(unknownListing);
  try {
    await restore(platform, actor, id, true);
  } catch (error) {
    // The limit of the plan, for example: a listing that may not be for sale is better paused than lost. What is wrong
    // with the listing itself is refused again.
    if (!isRefusal(error)) throw error;
    await restore(platform, actor, id, false);
  }
}

async function restore(platform: Platform, actor: Actor, id: string, mayBeLive: boolean): Promise<void> {
  await write(platform, async (tx) => {
    // Lock order: the seller's row, then the listing (see lockSellerSlots).
    await lockSellerListings(tx, actor.id);
    const row = await lockListing(tx, id);
    listingPolicy.check(actor, 'restore', row);
    checkMove(row, 'restore', 'seller');
    const now = platform.clock.now();
    const removal = await findRemoval(tx.db, id);
    if (!removal || row.publishedAt === null || removal.at <= addMs(now, -retainedAfterRemovalMs)) throw goneListing();
    const to = stateAfter(removal.from, row, mayBeLive, now);
    if (to === 'active') await requireLive(platform, tx, actor, row);
    await moveListing(tx, row, { verb: 'restore', mover: { by: 'seller', actorId: actor.id }, to }, now);
    if (to === 'active') await requireNewSellerLimit(platform, tx, actor.id);
  });
}

/** States in which it was for sale but for a reason that has ended: its seller can restore it. */
const forSale: readonly (ListingState | null)[] = ['active', 'paused_by_suspension', 'paused_by_standing'];

function stateAfter(before: ListingState | null, row: ListingRow, mayBeLive: boolean, now: Date): ListingState {
  if (before === 'paused_by_operator' || before === 'expired') return before;
  const hasTime = row.expiresAt !== null && row.expiresAt > now;
  return mayBeLive && hasTime && forSale.includes(before) ? 'active' : 'paused_by_seller';
}

/** As for resuming a paused one. */
async function requireLive(platform: Platform, tx: Tx, actor: Actor, row: ListingRow): Promise<void> {
  await requireVerifiedEmail(platform, tx, listingPolicy, 'resume', actor.id);
  await requireUnlimited(platform, tx, actor.id, 'list');
  await requireTraderData(tx, actor.id);
  await takePlace(tx, row.sellerId, row.id);
}
