import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { lockForBargain } from '#features/listings/index.server.ts';
import { invalid, isRefusal, notFound, Refusal, sameRule } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { unknownOffer } from '../model/offer.policy.ts';
import { type OfferRow, offer } from '../model/offer.tables.ts';
import { findPlace, type LockedOffer, lockKnown, lockOffer, type OfferPlace } from './offer.move.server.ts';

/**
 * Whether two lines of one offer were decided together. Accepted lines are paid together, except older ones that have
 * orders of their own.
 */
export function isTogether(row: OfferRow, line: OfferRow): boolean {
  if (line.status !== row.status || line.decidedAt?.getTime() !== row.decidedAt?.getTime()) return false;
  return (
    row.status !== 'accepted' || line.id === row.id || (line.promise === row.promise && line.orderId === row.orderId)
  );
}

/** All lines of those of these offers that are for several listings, by what joins them, in their order. */
export async function linesOf(db: Db, rows: readonly OfferRow[]): Promise<Map<string, OfferRow[]>> {
  const ids = [...new Set(rows.flatMap(({ basketId }) => basketId ?? []))];
  if (ids.length === 0) return new Map();
  const lines = await db.select().from(offer).where(inArray(offer.basketId, ids)).orderBy(asc(offer.place));
  return Map.groupBy(lines, ({ basketId }) => basketId ?? '');
}

/** The same in SQL: whether it is the first of the lines that were decided together, so that a list shows them once. */
export const isFirstOfLines: SQL = sql`(${offer.basketId} is null or not exists (
  select 1 from offer earlier where earlier.basket_id = ${offer.basketId} and earlier.place < ${offer.place} and earlier.status = ${offer.status}
    and earlier.decided_at is not distinct from ${offer.decidedAt} and earlier.promise is not distinct from ${offer.promise}
    and earlier.order_id is not distinct from ${offer.orderId}))`;

/**
 * An offer with the lines that were decided together with it, locked until the transaction ends: first all listings,
 * then the offers, each in the order of their ids, as everywhere. Refuses an unknown one (404). `place`: its listings
 * and sides, where the caller has read them already.
 */
export async function lockLines(tx: Tx, offerId: string, place?: OfferPlace): Promise<LockedOffer[]> {
  const known = place ?? (await findPlace(tx.db, offerId));
  if (known.basketId === null) return [await lockKnown(tx, offerId, known.listingId)];
  const listings = await tx.db
    .select({ id: offer.listingId })
    .from(offer)
    .where(eq(offer.basketId, known.basketId))
    .orderBy(asc(offer.listingId));
  for (const { id } of listings) await lockForBargain(tx, id);
  const { row } = await lockOffer(tx, offerId);
  const lines = (await linesOf(tx.db, [row])).get(known.basketId) ?? [];
  const locked: LockedOffer[] = [];
  for (const line of lines) if (isTogether(row, line)) locked.push(await lockOffer(tx, line.id));
  return locked;
}

/** The line with this id. */
export function rowOf(lines: readonly LockedOffer[], offerId: string): OfferRow {
  const found = lines.find(({ row }) => row.id === offerId);
  if (!found) throw notFound(unknownOffer);
  return found.row;
}

export const rowsOf = (lines: readonly LockedOffer[]): OfferRow[] => lines.map(({ row }) => row);

/**
 * The locked lines that an answer names by their listings, and the others; an answer without names is about all of
 * them. Refuses none, and a listing that the offer does not wait for (422).
 */
export function pickLines(
  lines: readonly LockedOffer[],
  named: readonly string[] | undefined,
): { picked: LockedOffer[]; left: LockedOffer[] } {
  if (named === undefined) return { picked: [...lines], left: [] };
  if (named.length === 0) throw invalid({ lines: 'Select at least 1 listing.' });
  if (named.some((id) => !lines.some(({ row }) => row.listingId === id)))
    throw invalid({ lines: 'One of these listings is no longer in this offer. Reload the page.' });
  return {
    picked: lines.filter(({ row }) => named.includes(row.listingId)),
    left: lines.filter(({ row }) => !named.includes(row.listingId)),
  };
}

/** A refusal of one of several lines refuses them all, and names the listing. */
export async function aboutLine<T>(title: string, isOneOfMany: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOneOfMany || !isRefusal(error)) throw error;
    const { errors, details, retryAfterSeconds } = error;
    throw sameRule(
      error,
      new Refusal(error.status, error.code, `${title}: ${error.message}`, {
        ...(errors ? { errors } : {}),
        ...(details ? { details } : {}),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      }),
    );
  }
}
