import { and, eq, sql } from 'drizzle-orm';
import { type BargainListing, lockForBargain } from '#features/listings/index.server.ts';
import { listVacations } from '#features/members/index.server.ts';
import { readUpdates } from '#features/notifications/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { conflict, notFound, type Refusal } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { offerRefusals } from '../contract.ts';
import { notifySides, updatesOfOffer } from '../emails/notify-sides.server.ts';
import { emailsAfter, mailedOf, type OfferEmail } from '../emails/offer.emails.ts';
import { clocked } from '../end/offer.clock.server.ts';
import { offerChanged, offerUpdates } from '../model/offer.events.ts';
import { unknownOffer } from '../model/offer.policy.ts';
import {
  findMove,
  findReservationMove,
  type OfferMover,
  type OfferStatus,
  type OfferVerb,
  otherSide,
  type ReservationMover,
  type ReservationVerb,
} from '../model/offer.process.ts';
import { isToWatchers, nameOf, sumOf } from '../model/offer.rules.ts';
import { type OfferRow, offer } from '../model/offer.tables.ts';

export interface LockedOffer {
  row: OfferRow;
  /** Null where it is gone. */
  listing: BargainListing | null;
}

/**
 * The offer and its listing, locked until the transaction ends: the listing first, as everybody locks them. Refuses an
 * unknown one (404).
 */
export async function lockOffer(tx: Tx, offerId: string): Promise<LockedOffer> {
  return lockKnown(tx, offerId, (await findPlace(tx.db, offerId)).listingId);
}

export interface OfferPlace extends Pick<OfferRow, 'listingId' | 'basketId'> {
  /** For an offer for several, how many of its lines wait for an answer now; 0 for any other. */
  waiting: number;
}

/**
 * The listings and sides of an offer, which never change, read before anything is locked. Refuses an unknown one (404).
 */
export async function findPlace(db: Db, offerId: string): Promise<OfferPlace> {
  if (!isId(offerId)) throw notFound(unknownOffer);
  const [place] = await db
    .select({ listingId: offer.listingId, basketId: offer.basketId })
    .from(offer)
    .where(eq(offer.id, offerId));
  if (!place) throw notFound(unknownOffer);
  const { basketId } = place;
  const waiting =
    basketId === null ? 0 : await db.$count(offer, and(eq(offer.basketId, basketId), eq(offer.status, 'pending')));
  return { ...place, waiting };
}

/** The same of one whose listing is known. */
export async function lockKnown(tx: Tx, offerId: string, listingId: string): Promise<LockedOffer> {
  const listing = await lockForBargain(tx, listingId);
  const [row] = await tx.db.select().from(offer).where(eq(offer.id, offerId)).for('update');
  if (!row) throw notFound(unknownOffer);
  return { row: clocked(row, await listVacations(tx.db, [row.sellerId], row.createdAt)), listing };
}

type Facts = Partial<Omit<OfferRow, 'id' | 'status' | 'version' | 'updatedAt'>>;

/**
 * Moves a locked offer by the process, with its event and its emails. Refuses one that has ended (409 `offer_ended`).
 */
export async function moveOffer(
  tx: Tx,
  row: OfferRow,
  verb: OfferVerb,
  by: OfferMover,
  now: Date,
  facts: Facts = {},
): Promise<void> {
  await moveLines(tx, [row], verb, by, now, () => facts);
}

/** The same for lines of one offer that are decided together: both sides are notified once. */
export async function moveLines(
  tx: Tx,
  rows: readonly OfferRow[],
  verb: OfferVerb,
  by: OfferMover,
  now: Date,
  factsOf: (row: OfferRow) => Facts = () => ({}),
): Promise<void> {
  const moved: OfferRow[] = [];
  for (const row of rows) {
    const edge = findMove(verb, by, row.status);
    if (!edge) throw endedOffer(row.status);
    moved.push(await update(tx, row, { ...factsOf(row), status: edge.to, decidedAt: now }, now));
  }
  const [first] = moved;
  if (!first) return;
  await appendUpdates(tx, moved, emailsAfter(verb, by, isToWatchers(first)));
  // The side that answers or withdraws it has seen it.
  if (by === 'turn' || by === 'maker') {
    const side = by === 'maker' ? first.madeBy : otherSide(first.madeBy);
    await readUpdates(
      tx,
      side === 'buyer' ? first.buyerId : first.sellerId,
      rows.map(({ id }) => updatesOfOffer(id)),
      now,
    );
  }
}

/**
 * The same for the reservation of an accepted one. Throws a RangeError for a move that the process does not know: a
 * programming error.
 */
export async function moveReservation(
  tx: Tx,
  row: OfferRow,
  verb: ReservationVerb,
  by: ReservationMover,
  now: Date,
  facts: Facts = {},
): Promise<OfferRow> {
  const edge = row.promise && findReservationMove(verb, by, row.promise);
  if (!edge) throw new RangeError(`the promise of offer ${row.id} is ${row.promise}: no ${verb} by ${by}`);
  return update(tx, row, { ...facts, promise: edge.to }, now);
}

/**
 * Stores the deadline of a locked offer, for lists and emails; updates both sides' pages, as every change through the
 * seller's vacation does.
 */
export async function keepClock(tx: Tx, row: OfferRow, now: Date): Promise<OfferRow> {
  return update(tx, row, { expiresAt: row.expiresAt, waitsMs: row.waitsMs }, now);
}

async function update(tx: Tx, row: OfferRow, changes: Partial<OfferRow>, now: Date): Promise<OfferRow> {
  const [moved] = await tx.db
    .update(offer)
    .set({ ...changes, updatedAt: now, version: sql`${offer.version} + 1` })
    .where(eq(offer.id, row.id))
    .returning();
  if (!moved) throw notFound(unknownOffer);
  appendChanged(tx, moved);
  return moved;
}

export function appendChanged(tx: Tx, row: OfferRow): void {
  tx.append(offerChanged, {
    subject: row.id,
    version: row.version,
    topics: [`user:${row.buyerId}`, `user:${row.sellerId}`],
    data: { status: row.status, listingId: row.listingId, buyerId: row.buyerId, sellerId: row.sellerId },
  });
}

/** Notifies the sides of a change of these lines as of one offer: a notification each now, and an email by a job. */
export async function appendUpdates(tx: Tx, lines: readonly OfferRow[], emails: OfferEmail[]): Promise<void> {
  const [row] = lines;
  if (!row) return;
  await notifySides(tx, asOne(row, lines), emails);
  const mailed = mailedOf(emails, isToWatchers(row));
  if (mailed.length > 0)
    tx.append(offerUpdates, { subject: row.id, version: row.version, topics: [], data: { letters: mailed } });
}

/** The row of several lines in the words of one. */
function asOne(row: OfferRow, lines: readonly OfferRow[]): OfferRow {
  const listed = lines.map(({ askedAmount, quantity }) => ({ amount: askedAmount, quantity }));
  return { ...row, title: nameOf(lines), amount: sumOf(lines), askedAmount: sumOf(listed) };
}

const endSentences: Record<Exclude<OfferStatus, 'pending'>, string> = {
  accepted: 'This offer was already accepted.',
  declined: 'This offer was declined.',
  countered: 'This offer was countered.',
  withdrawn: 'This offer was withdrawn.',
  expired: 'This offer has expired.',
};

/** 409, with the state in words and as `offerStatus`. */
function endedOffer(status: OfferStatus): Refusal {
  const ended = status === 'pending' ? 'expired' : status;
  return conflict(offerRefusals.offerEnded, endSentences[ended], { offerStatus: ended });
}

/** Refuses what cannot be answered any more, also in the moment before its timer has run. */
export function refuseEnded(row: OfferRow, now: Date): void {
  if (row.status !== 'pending' || now >= row.expiresAt) throw endedOffer(row.status);
}
