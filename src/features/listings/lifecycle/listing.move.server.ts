import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#platform/outbox/write.ts';
import {
  findTransition,
  type ListingReason,
  type ListingState,
  type ListingVerb,
  stateOf,
  storedState,
} from '../model/listing.process.ts';
import { type ListingRow, listing, listingHistory } from '../model/listing.tables.ts';
import { notifyMove } from '../notices/notify-member.server.ts';
import {
  appendChange,
  appendEnded,
  appendStarted,
  enqueueExpiry,
  type ListingFacts,
  wrongState,
} from '../read/listing.write.server.ts';

/**
 * The only file that writes a listing's status; `npm run check` finds others. Every move is an edge of
 * `listing.process.ts`, and leaves one row of history in the transaction that makes it.
 */

/** The mover: a member or an admin by id, or the system, for an order where there is one. */
export type Mover =
  | { by: 'seller' | 'operator'; actorId: string }
  | { by: 'orders'; orderId?: string | undefined }
  | { by: 'timer' | 'tier' | 'suspension' | 'standing' };

export interface Move {
  verb: ListingVerb;
  mover: Mover;
  /** Where several edges start alike. */
  to?: ListingState;
  /** Where the edge knows several reasons; its first one otherwise. */
  why?: ListingReason;
  /** An admin's message to the seller. */
  note?: string;
}

/**
 * Moves a listing whose row the caller has locked and read since, with its history, its event and the timers of the new
 * state; `facts` are written with it. Gives the row as it is now. Refuses a move that the process does not have (409
 * `wrong_state`).
 */
export async function moveListing(
  tx: Tx,
  row: ListingRow,
  move: Move,
  now: Date,
  facts: ListingFacts = {},
): Promise<ListingRow> {
  const from = stateOf(row);
  const edge = findTransition(move.verb, move.mover.by, from, move.to);
  if (!edge) throw wrongState(row, move.verb);
  const why = move.why ?? edge.why[0];
  if (!edge.why.includes(why)) throw new RangeError(`${move.verb} by ${move.mover.by} knows no reason ${why}`);
  const [moved] = await tx.db
    .update(listing)
    .set({ ...facts, ...storedState(edge.to), version: sql`${listing.version} + 1`, updatedAt: now })
    .where(and(eq(listing.id, row.id), stillIs(row)))
    .returning();
  if (!moved) throw new RangeError(`listing ${row.id} was moved without its lock`);
  await tx.db.insert(listingHistory).values({
    listingId: row.id,
    verb: move.verb,
    fromState: from,
    toState: edge.to,
    ...columnsOf(move.mover),
    why,
    note: move.note ?? null,
    at: now,
  });
  appendChange(tx, moved, edge.tells);
  if (edge.to === 'expired') appendEnded(tx, moved);
  await notifyMove(tx, moved, edge.to, now);
  // A reserved one still has its timers.
  if (edge.to === 'active' && from !== 'reserved' && moved.expiresAt) enqueueExpiry(tx, moved.id, moved.expiresAt, now);
  return moved;
}

function stillIs({ status, pausedBy }: ListingRow): SQL | undefined {
  return and(eq(listing.status, status), pausedBy === null ? isNull(listing.pausedBy) : eq(listing.pausedBy, pausedBy));
}

function columnsOf(mover: Mover) {
  return {
    by: mover.by,
    actorId: 'actorId' in mover ? mover.actorId : null,
    orderId: 'orderId' in mover ? (mover.orderId ?? null) : null,
  };
}

type NewRow = typeof listing.$inferInsert & { expiresAt: Date | null; cardId: string | null };

type ListingColumns = Omit<NewRow, 'status' | 'pausedBy'>;

/** A listing begins, as a draft or live at once. */
export async function beginListing(tx: Tx, row: ListingColumns, to: 'draft' | 'active', now: Date): Promise<void> {
  await tx.db.insert(listing).values({ ...row, ...storedState(to) });
  await tx.db.insert(listingHistory).values(firstMoment({ ...row, to }, now));
  appendChange(tx, { ...row, ...storedState(to), version: 1 }, beginning(to).tells);
  if (row.expiresAt) enqueueExpiry(tx, row.id, row.expiresAt, now);
}

/** Rows of one insert: making the text of more would hold the process. */
const storedAtOnce = 50;

/** Many of one seller, by one statement for the listings and one for their history, published as one event. */
export async function beginListings(
  tx: Tx,
  sellerId: string,
  rows: readonly (ListingColumns & { to: 'draft' | 'active' })[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  for (let from = 0; from < rows.length; from += storedAtOnce)
    await storeStarted(tx, rows.slice(from, from + storedAtOnce), now);
  appendStarted(tx, sellerId, rows, now);
}

async function storeStarted(
  tx: Tx,
  rows: readonly (ListingColumns & { to: 'draft' | 'active' })[],
  now: Date,
): Promise<void> {
  await tx.db.insert(listing).values(rows.map(({ to, ...row }) => ({ ...row, ...storedState(to) })));
  await tx.db.insert(listingHistory).values(rows.map((row) => firstMoment(row, now)));
}

function firstMoment(
  { id, sellerId, to }: Pick<ListingColumns, 'id' | 'sellerId'> & { to: 'draft' | 'active' },
  at: Date,
) {
  const moment = {
    listingId: id,
    verb: 'create' as const,
    fromState: null,
    toState: to,
    by: 'seller' as const,
    actorId: sellerId,
    orderId: null,
    at,
  };
  return { ...moment, why: beginning(to).why[0] };
}

function beginning(to: 'draft' | 'active') {
  const edge = findTransition('create', 'seller', null, to);
  if (!edge) throw new RangeError(`a listing does not begin as ${to}`);
  return edge;
}
