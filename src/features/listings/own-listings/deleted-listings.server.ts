import { and, desc, eq } from 'drizzle-orm';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { addMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import { type TileFacts, tileFacts } from '../components/listing-words.ts';
import type { ListingState } from '../model/listing.process.ts';
import { retainedAfterRemovalMs } from '../model/listing.rules.ts';
import { listingHistory } from '../model/listing.tables.ts';
import { presentListing } from '../read/listing.present.server.ts';
import { type ReadRow, readColumns, readJoins } from '../read/listing.queries.server.ts';

/** When a listing was deleted last, and its state before. */
export async function findRemoval(db: Db, listingId: string): Promise<{ at: Date; from: ListingState | null } | null> {
  const [row] = await db
    .select({ at: listingHistory.at, from: listingHistory.fromState })
    .from(listingHistory)
    .where(and(eq(listingHistory.listingId, listingId), eq(listingHistory.verb, 'remove')))
    .orderBy(desc(listingHistory.id))
    .limit(1);
  return row ?? null;
}

export interface DeletedListing extends TileFacts {
  /** Until when it can be restored. */
  until: string;
}

const deleted = {
  name: 'listings-own-deleted',
  text: `select ${readColumns}, r.at as "removedAt", (extract(epoch from r.at) * 1000000)::bigint as "removedKey"
    from listing l ${readJoins} join lateral (
      select h.at from listing_history h where h.listing_id = l.id and h.verb = 'remove' order by h.id desc limit 1
    ) r on true
    where l.seller_id = $1 and l.status = 'removed' and l.published_at is not null and r.at > $2
      and ($3::bigint is null or (r.at, l.id) < (timestamptz 'epoch' + $3 * interval '1 microsecond', $4))
    order by r.at desc, l.id desc limit $5`,
};

/** A seller's own deleted listings that can still be restored, the latest deletion first. Drafts are not among them. */
export async function listDeleted(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  sellerId: string,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<DeletedListing>> {
  const now = clock.now();
  const [at, id] = cursor ? readCursor(cursor, cursorPart.whole, cursorPart.id) : [null, null];
  const { rows } = await pool.query<ReadRow & { removedAt: Date; removedKey: number }>({
    ...deleted,
    values: [sellerId, addMs(now, -retainedAfterRemovalMs), at, id, limit + 1],
  });
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.removedKey, row.id]);
  return {
    items: items.map((row) => ({
      ...tileFacts(presentListing(row, sellerId, now)),
      until: addMs(row.removedAt, retainedAfterRemovalMs).toISOString(),
    })),
    nextCursor,
  };
}
