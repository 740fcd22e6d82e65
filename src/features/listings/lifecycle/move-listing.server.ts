import { requireUnlimited, requireVerifiedEmail } from '#features/auth/index.server.ts';
import { requireTraderData } from '#features/traders/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { conflict, invalid, notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type Listing, listingRefusals } from '../contract.ts';
import { checkPhotoRule } from '../model/listing.checks.ts';
import { listingPolicy, unknownListing } from '../model/listing.policy.ts';
import type { ListingRow } from '../model/listing.tables.ts';
import { timeOverSentence } from '../model/state-sentences.ts';
import { deleteDraftPhotos } from '../photos/photos.server.ts';
import { getListing } from '../read/listing.queries.server.ts';
import { checkMove, lockListingFor, lockSellerListings } from '../read/listing.write.server.ts';
import { requirePayable, requireShippable } from '../stock/may-list.server.ts';
import { moveListing } from './listing.move.server.ts';
import { expiryOf, takePlace } from './listing-slots.server.ts';
import { requireNewSellerLimit } from './new-seller-limit.server.ts';

/**
 * The seller's verbs. All refuse: not the seller (403), unknown (404), a state from which the verb does not lead (409
 * `wrong_state`). What puts a listing up for sale may ask for a confirmed e-mail address (403 `email_unverified`); the
 * listing stays as it is.
 */

/** What has to be written with the move or not at all, in its transaction. */
type Alongside = (tx: Tx) => Promise<void>;

/**
 * Publishes a draft; its time starts. Refuses without a photo where the price requires one (422), and beyond the tier's
 * limit (403 `tier_limit`).
 */
export async function publishListing(platform: Platform, actor: Actor, id: string): Promise<Listing> {
  return move(platform, actor, { verb: 'publish' }, id, async (tx, row, now) => {
    return goLive(tx, row, now, 'publish');
  });
}

/** Takes a live listing out of sight; its time goes on. Copies that are held for a buyer stay theirs. */
export async function pauseListing(
  platform: Platform,
  actor: Actor,
  id: string,
  alongside?: Alongside,
): Promise<Listing> {
  return move(platform, actor, { verb: 'pause', alongside }, id, async (tx, row, now) => {
    await moveListing(tx, row, { verb: 'pause', mover: sellerOf(row) }, now);
  });
}

/**
 * Puts a paused listing back for what is left of its time. Refuses when that has run out (409 `time_over`), and without
 * a free place (403 `tier_limit`).
 */
export async function resumeListing(
  platform: Platform,
  actor: Actor,
  id: string,
  alongside?: Alongside,
): Promise<Listing> {
  return move(platform, actor, { verb: 'resume', alongside }, id, async (tx, row, now) => {
    checkMove(row, 'resume', 'seller');
    if (row.expiresAt === null || row.expiresAt <= now) {
      throw conflict(listingRefusals.timeOver, timeOverSentence, { listingStatus: row.status });
    }
    await takePlace(tx, row.sellerId, row.id);
    await moveListing(tx, row, { verb: 'resume', mover: sellerOf(row) }, now);
  });
}

/** Starts the listing's time again from now. Refuses as publishing does. */
export async function renewListing(
  platform: Platform,
  actor: Actor,
  id: string,
  alongside?: Alongside,
): Promise<Listing> {
  return move(platform, actor, { verb: 'renew', alongside }, id, async (tx, row, now) => {
    return goLive(tx, row, now, 'renew');
  });
}

/**
 * Takes the listing down; for a month its seller can restore it, but not a draft. What was ordered of it stays readable in the orders. Refuses while a copy is held
 * for a buyer (409 `frozen`).
 */
export async function removeListing(platform: Platform, actor: Actor, id: string): Promise<void> {
  if (!isId(id)) throw notFound(unknownListing);
  await write(platform, async (tx) => {
    const row = await lockListingFor(tx, id, actor, 'remove');
    if (row.quantityHeld > 0)
      throw conflict(
        listingRefusals.frozen,
        'You can’t delete this listing while a buyer is paying for it. Try again later.',
        {
          listingStatus: row.status,
        },
      );
    await takeDown(tx, row, platform.clock.now());
  });
}

/**
 * Removes a listing that was never sold, as if it had never been for sale. Otherwise it stays, and the result says why:
 * copies that are `sold`, or `held` for a buyer.
 */
export async function takeBackListing(platform: Platform, actor: Actor, id: string): Promise<'sold' | 'held' | null> {
  return write(platform, async (tx) => {
    const row = await lockListingFor(tx, id, actor, 'remove');
    if (row.quantitySold > 0) return 'sold';
    if (row.quantityHeld > 0) return 'held';
    await takeDown(tx, row, platform.clock.now());
    return null;
  });
}

async function takeDown(tx: Tx, row: ListingRow, now: Date): Promise<void> {
  const left = row.status === 'draft' ? await deleteDraftPhotos(tx, row, now) : row;
  await moveListing(tx, left, { verb: 'remove', mover: sellerOf(row) }, now);
}

const sellerOf = (row: ListingRow) => ({ by: 'seller', actorId: row.sellerId }) as const;

async function goLive(tx: Tx, row: ListingRow, now: Date, verb: 'publish' | 'renew'): Promise<void> {
  checkMove(row, verb, 'seller');
  if (row.isUnfinished) throw invalid({ card: 'Choose the card, condition and price before you publish.' });
  checkPhotoRule(money(row.priceAmount, row.currency), row.photos.length);
  const place = await takePlace(tx, row.sellerId, row.id);
  const expiresAt = expiryOf(place, now);
  await moveListing(tx, row, { verb, mover: sellerOf(row) }, now, { tier: place.tier, publishedAt: now, expiresAt });
}

async function move(
  platform: Platform,
  actor: Actor,
  { verb, alongside }: { verb: 'publish' | 'pause' | 'resume' | 'renew'; alongside?: Alongside | undefined },
  id: string,
  work: (tx: Tx, row: ListingRow, now: Date) => Promise<void>,
): Promise<Listing> {
  if (!isId(id)) throw notFound(unknownListing);
  await write(platform, async (tx) => {
    // Lock order: the seller's row, then the listing (see lockSellerSlots).
    await lockSellerListings(tx, actor.id);
    const row = await lockListingFor(tx, id, actor, verb);
    await requireVerifiedEmail(platform, tx, listingPolicy, verb, actor.id);
    if (verb !== 'pause') {
      await requireUnlimited(platform, tx, actor.id, 'list');
      await requireTraderData(tx, actor.id);
    }
    // What was for sale before may go on.
    if (verb === 'publish') await requirePayable(platform, tx, actor.id);
    await work(tx, row, platform.clock.now());
    if (verb === 'publish') await requireShippable(tx, actor.id, row.currency);
    // What was for sale before is no more than it was.
    if (verb !== 'pause' && row.status !== 'active') await requireNewSellerLimit(platform, tx, actor.id);
    await alongside?.(tx);
  });
  return getListing(platform, id, actor.id);
}
