import { and, desc, eq, sql } from 'drizzle-orm';
import { isSuspended } from '#features/members/index.server.ts';
import { hiddenFrom, isBlocked } from '#features/messages/index.server.ts';
import { isId } from '#kernel/ids.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { countAct } from '#platform/http/count-act.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { FavoriteListing } from '../contract.ts';
import { listingPolicy, unknownListing } from '../model/listing.policy.ts';
import { listingQuotas } from '../model/listing.quotas.ts';
import { favorite, listing } from '../model/listing.tables.ts';
import { listingsLimits } from '../model/listings.limits.ts';
import { presentFavorite } from '../read/listing.present.server.ts';
import { asOf, type ReadRow, readColumns, readJoins } from '../read/listing.queries.server.ts';
import { appendChange } from '../read/listing.write.server.ts';
import { isHidden, isHiddenSql } from '../read/visible-listings.ts';

export interface FavoriteState {
  listingId: string;
  favorite: boolean;
  favoriteCount: number;
}

const favouriteLimits = { member: listingsLimits.favourites, network: listingsLimits.favouritesOfNetwork };

/**
 * Stores a listing as this member's favourite, with its current price. Idempotent. `address` is the request's IP
 * address (absent for internal calls). Refuses an invisible listing (404), too many in an hour (429) or at a time (409
 * `too_many_favourites`).
 */
export async function addFavorite(
  platform: Platform,
  actor: Actor,
  listingId: string,
  address?: string,
): Promise<FavoriteState> {
  if (!isId(listingId)) throw notFound(unknownListing);
  if (address !== undefined) await countAct(platform.limits, favouriteLimits, actor.id, address);
  return write(platform, async (tx) => {
    const [row] = await tx.db.select().from(listing).where(eq(listing.id, listingId)).for('update');
    if (!row || row.status === 'removed') throw notFound(unknownListing);
    const hidden = isHidden({ pausedBy: row.pausedBy, isSellerSuspended: await isSuspended(tx.db, row.sellerId) });
    listingPolicy.check(actor, 'favourite', {
      ...row,
      isHidden: hidden,
      isBlocked: await isBlocked(tx.db, actor.id, row.sellerId),
    });
    const added = await tx.db
      .insert(favorite)
      .values({
        userId: actor.id,
        listingId,
        savedAt: platform.clock.now(),
        savedPriceAmount: row.priceAmount,
        savedCurrency: row.currency,
      })
      .onConflictDoNothing()
      .returning({ id: favorite.listingId });
    if (
      added.length > 0 &&
      (await tx.db.$count(favorite, eq(favorite.userId, actor.id))) > listingQuotas.favouritesAtOnce.most
    )
      throw overQuota(listingQuotas.favouritesAtOnce);
    return {
      listingId,
      favorite: true,
      favoriteCount: added.length > 0 ? await count(tx, listingId, 1) : row.favoriteCount,
    };
  });
}

/** Forgets it. Not having it is no error. */
export async function removeFavorite(platform: Platform, actor: Actor, listingId: string): Promise<FavoriteState> {
  if (!isId(listingId)) throw notFound(unknownListing);
  return write(platform, async (tx) => {
    const [row] = await tx.db.select().from(listing).where(eq(listing.id, listingId)).for('update');
    if (!row) throw notFound(unknownListing);
    const gone = await tx.db
      .delete(favorite)
      .where(and(eq(favorite.userId, actor.id), eq(favorite.listingId, listingId)))
      .returning({ id: favorite.listingId });
    return {
      listingId,
      favorite: false,
      favoriteCount: gone.length > 0 ? await count(tx, listingId, -1) : row.favoriteCount,
    };
  });
}

/**
 * Counted on the listing, under its lock, so that the number equals a recount. It is no new version: nothing that is
 * sold has changed.
 */
async function count(tx: Tx, listingId: string, by: 1 | -1): Promise<number> {
  const [row] = await tx.db
    .update(listing)
    .set({ favoriteCount: sql`${listing.favoriteCount} + ${by}` })
    .where(eq(listing.id, listingId))
    .returning();
  if (!row) throw notFound(unknownListing);
  appendChange(tx, row, 'favorited');
  return row.favoriteCount;
}

/** Which of these listings are the member's favourites. */
export async function favoriteIds(
  platform: Pick<Platform, 'pool'>,
  userId: string,
  listingIds: readonly string[],
): Promise<Set<string>> {
  if (listingIds.length === 0) return new Set();
  const { rows } = await platform.pool.query<{ listing_id: string }>({
    name: 'favorite-of-these',
    text: 'select listing_id from favorite where user_id = $1 and listing_id = any($2)',
    values: [userId, listingIds],
  });
  return new Set(rows.map((row) => row.listing_id));
}

/** The members with this favourite, the latest first; under the listing's lock the set does not change. */
export async function listWatchers(db: Db, listingId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: favorite.userId })
    .from(favorite)
    .where(eq(favorite.listingId, listingId))
    .orderBy(desc(favorite.savedAt), favorite.userId);
  return rows.map(({ userId }) => userId);
}

const mine = {
  name: 'favorites-of-member',
  text: `select ${readColumns}, f.saved_at as "savedAt", (extract(epoch from f.saved_at) * 1000000)::bigint as "savedKey",
      f.saved_price_amount as "savedPriceAmount", f.saved_currency as "savedCurrency"
    from favorite f join listing l on l.id = f.listing_id ${readJoins}
    where f.user_id = $1 and l.status <> 'removed' and (l.seller_id = $1 or not ${isHiddenSql}) and l.seller_id <> all($5)
      and ($2::bigint is null or (f.saved_at, f.listing_id) < (timestamptz 'epoch' + $2 * interval '1 microsecond', $3))
    order by f.saved_at desc, f.listing_id desc limit $4`,
};

/**
 * A member's own favourites, the latest first, including sold and expired ones, since their outcome interests the
 * member. A block hides them, as a pause by an admin and a suspension do; its end shows them again.
 */
export async function listFavorites(
  platform: Platform,
  actor: Actor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<FavoriteListing>> {
  const [at, id] = cursor ? readCursor(cursor, cursorPart.whole, cursorPart.id) : [null, null];
  const { rows } = await platform.pool.query<
    ReadRow & { savedAt: Date; savedKey: number; savedPriceAmount: number; savedCurrency: Currency }
  >({
    ...mine,
    values: [actor.id, at, id, limit + 1, [...(await hiddenFrom(platform, actor.id))]],
  });
  const now = platform.clock.now();
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.savedKey, row.id]);
  return { items: items.map((row) => presentFavorite(asOf(row, now), actor.id, now)), nextCursor };
}
