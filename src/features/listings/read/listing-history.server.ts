import { desc, eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { money } from '#kernel/numbers/money.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type AdminListing, adminListingSchema, type ListingMoment, listingHistorySchema } from '../contract.ts';
import { listingPolicy, unknownListing } from '../model/listing.policy.ts';
import { stateOf, verbsOf } from '../model/listing.process.ts';
import { type ListingRow, listing, listingHistory } from '../model/listing.tables.ts';

/** The moves that are shown; a listing that is renewed for years has more. */
const mostMoments = 50;

/**
 * How a listing came to be what it is, newest first. For its seller; a stranger's draft is unknown (404), anything else
 * of a stranger refused (403).
 */
export async function listHistory(db: Db, actor: Actor, id: string): Promise<{ items: ListingMoment[] }> {
  const row = await findRow(db, id);
  listingPolicy.check(actor, 'read its history', row);
  return listingHistorySchema.parse({ items: await momentsOf(db, id) });
}

/** A listing with all data for moderation. Refuses an unknown one (404). */
export async function inspectListing(db: Db, id: string): Promise<AdminListing> {
  const row = await findRow(db, id);
  return adminListingSchema.parse({
    ...row,
    price: money(row.priceAmount, row.currency),
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    may: verbsOf('operator', stateOf(row)),
    history: await momentsOf(db, id),
  });
}

async function findRow(db: Db, id: string): Promise<ListingRow> {
  const [row] = isId(id) ? await db.select().from(listing).where(eq(listing.id, id)) : [];
  if (!row) throw notFound(unknownListing);
  return row;
}

async function momentsOf(db: Db, id: string): Promise<(ListingMoment & { actorId: string | null })[]> {
  const rows = await db
    .select()
    .from(listingHistory)
    .where(eq(listingHistory.listingId, id))
    .orderBy(desc(listingHistory.id))
    .limit(mostMoments);
  return rows.map(({ fromState, toState, at, verb, by, actorId, why, note, orderId }) => ({
    at: at.toISOString(),
    verb,
    from: fromState,
    to: toState,
    by,
    actorId,
    why,
    note,
    orderId,
  }));
}
