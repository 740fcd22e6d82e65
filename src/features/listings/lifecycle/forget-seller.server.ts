import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type DeletedMember, isGone, type Restoration } from '#platform/personal-data/forgetting.ts';
import { followStatusJob, sweepPhotosJob } from '../model/listing.jobs.ts';
import {
  favorite,
  type ListingRow,
  listing,
  listingHistory,
  listingPhoto,
  listingSaid,
  ownTable,
  salesBlock,
} from '../model/listing.tables.ts';
import { appendChange, lockSellerListings, updateListing } from '../read/listing.write.server.ts';
import { moveListing } from './listing.move.server.ts';

/**
 * Locks the seller's row and every listing of a leaving member, so that a concurrent purchase is either complete before
 * this returns (the orders show it then) or finds no listing.
 */
export async function lockSeller(tx: Tx, memberId: string): Promise<true> {
  await lockSellerListings(tx, memberId);
  await tx.db
    .select({ id: listing.id })
    .from(listing)
    .where(eq(listing.sellerId, memberId))
    .orderBy(asc(listing.id))
    .for('update');
  return true;
}

/**
 * Deletes a leaving member's listings, in the caller's transaction, under the seller's lock: listings without orders
 * with their photos; listings with orders (`shown`) are removed and retain what the orders show. Their favourites are
 * deleted.
 */
export async function forgetSeller(
  tx: Tx,
  {
    memberId,
    now,
    shown,
    removed,
    undoUntil,
  }: Pick<DeletedMember, 'memberId' | 'now' | 'shown' | 'removed' | 'undoUntil'>,
): Promise<void> {
  const rows = await tx.db.select().from(listing).where(eq(listing.sellerId, memberId)).orderBy(asc(listing.id));
  for (const row of rows.filter(({ id }) => shown.has(id))) await takeDown(tx, row, memberId, now);
  for (const { id, title } of rows) removed.set(id, title);
  await deleteListings(
    tx,
    rows.filter(({ id }) => !shown.has(id)),
    undoUntil,
  );
  await connectionOf(tx.db).query('delete from listing_notice where listing_id = any($1)', [rows.map(({ id }) => id)]);
  await tx.db.delete(ownTable).where(eq(ownTable.memberId, memberId));
  await tx.db.delete(salesBlock).where(eq(salesBlock.sellerId, memberId));
  await forgetFavorites(tx, memberId);
  await connectionOf(tx.db).query('delete from viewed_listing where member_id = $1', [memberId]);
}

const nothing = {
  description: null,
  offerFloorAmount: null,
  autoAcceptAmount: null,
  autoDeclineAmount: null,
  freeText: null,
  words: [],
};

async function takeDown(tx: Tx, row: ListingRow, memberId: string, now: Date): Promise<void> {
  // An admin's message was about the member; the pause itself stays in the history.
  await tx.db.update(listingHistory).set({ note: null }).where(eq(listingHistory.listingId, row.id));
  if (row.status === 'removed') appendChange(tx, await updateListing(tx, row, nothing, now), 'removed');
  else await moveListing(tx, row, { verb: 'forget', mover: { by: 'seller', actorId: memberId } }, now, nothing);
  // Last, because clearing the text of the row has just stored it once more.
  await tx.db.delete(listingSaid).where(eq(listingSaid.listingId, row.id));
}

async function deleteListings(tx: Tx, rows: readonly ListingRow[], undoUntil: Date | null): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const photos = await tx.db
    .select({ id: listingPhoto.id })
    .from(listingPhoto)
    .where(inArray(listingPhoto.listingId, ids));
  await tx.db.delete(listingHistory).where(inArray(listingHistory.listingId, ids));
  await tx.db.delete(listingSaid).where(inArray(listingSaid.listingId, ids));
  await tx.db.delete(listing).where(inArray(listing.id, ids));
  for (const row of rows) appendChange(tx, { ...row, version: row.version + 1, status: 'removed' }, 'removed');
  if (photos.length > 0)
    tx.enqueue(sweepPhotosJob, { photoIds: photos.map(({ id }) => id) }, undoUntil ? { runAt: undoUntil } : {});
}

async function forgetFavorites(tx: Tx, memberId: string): Promise<void> {
  const mine = await tx.db
    .select({ id: favorite.listingId })
    .from(favorite)
    .where(eq(favorite.userId, memberId))
    .orderBy(asc(favorite.listingId));
  for (const { id } of mine) {
    const [row] = await tx.db
      .update(listing)
      .set({ favoriteCount: sql`${listing.favoriteCount} - 1` })
      .where(eq(listing.id, id))
      .returning();
    await tx.db.delete(favorite).where(and(eq(favorite.userId, memberId), eq(favorite.listingId, id)));
    if (row) appendChange(tx, row, 'favorited');
  }
}

const ofMine = 'listing_id in (select id from listing where seller_id = $1)';

/** The listings whose favourite counts changed; the search, the lists and their viewers are notified. */
export const sellerReturns: Restoration = {
  rows: {
    listing: 'seller_id = $1',
    listing_photo: ofMine,
    listing_history: ofMine,
    listing_said: ofMine,
    listing_notice: ofMine,
    listing_view: ofMine,
    own_table: 'member_id = $1',
    sales_block: 'seller_id = $1',
    favorite: `user_id = $1 or ${ofMine}`,
    viewed_listing: 'member_id = $1',
  },
  after: async (tx, { memberId }) => {
    const isTouched = or(eq(listing.sellerId, memberId), inArray(listing.id, favoritesOf(tx, memberId)));
    const own = tx.db.select({ id: listing.id }).from(listing).where(eq(listing.sellerId, memberId));
    await tx.db
      .delete(favorite)
      .where(sql`${inArray(favorite.listingId, own)} and ${sql.raw(isGone('favorite.user_id'))}`);
    const counted = sql<number>`(select count(*)::int from ${favorite} where ${favorite.listingId} = ${listing.id})`;
    const saved = await tx.db.update(listing).set({ favoriteCount: counted }).where(isTouched).returning();
    for (const row of saved.filter(({ sellerId }) => sellerId !== memberId)) appendChange(tx, row, 'favorited');
    // The move of the deletion did not happen.
    await tx.db
      .delete(listingHistory)
      .where(and(inArray(listingHistory.listingId, own), eq(listingHistory.verb, 'forget')));
    for (const row of saved.filter(({ sellerId }) => sellerId === memberId)) appendChange(tx, row, 'resumed');
    tx.enqueue(followStatusJob, { subject: memberId }, { key: memberId });
  },
};

const favoritesOf = (tx: Tx, memberId: string) =>
  tx.db.select({ id: favorite.listingId }).from(favorite).where(eq(favorite.userId, memberId));
