import { and, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Platform } from '#platform/platform.ts';
import type { Offer, OfferSide } from '../contract.ts';
import { offer } from '../model/offer.tables.ts';
import { isFirstOfLines } from '../queries/offer.lines.server.ts';
import { findOffersFor } from '../queries/offers.queries.server.ts';

/**
 * The last offer of each negotiation: one that was answered with a counteroffer is a step of the negotiation that the
 * counteroffer leads.
 */
export const isLastStep: SQL = ne(offer.status, 'countered');

/**
 * By the id of the last offer of a negotiation: the offers that it answers, oldest first. Absent where it answers none.
 */
export async function earlierSteps(
  platform: Platform,
  memberId: string,
  lastIds: readonly string[],
): Promise<Map<string, Offer[]>> {
  if (lastIds.length === 0) return new Map();
  const { rows } = await platform.db.execute<{ last: string; id: string }>(sql`
    with recursive steps as (
      select id as last, counter_of as id, 1 as back from offer where ${inArray(offer.id, [...lastIds])} and counter_of is not null
      union all
      select steps.last, offer.counter_of, steps.back + 1 from steps join offer on offer.id = steps.id where offer.counter_of is not null)
    select last, id from steps order by last, back desc`);
  const found = await findOffersFor(
    platform,
    memberId,
    rows.map(({ id }) => id),
  );
  const steps = rows.flatMap(({ last, id }) => {
    const step = found.get(id);
    return step ? [{ last, step }] : [];
  });
  return new Map([...Map.groupBy(steps, ({ last }) => last)].map(([last, of]) => [last, of.map(({ step }) => step)]));
}

/**
 * The number of negotiations that wait for this member's answer on each side, and of accepted offers that they have yet
 * to pay as the buyer. Lines of one offer count once.
 */
export async function countWaiting(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  memberId: string,
): Promise<Record<OfferSide | 'toPay', number>> {
  const forAnswer = (madeBy: OfferSide, mine: SQL, cleared: SQL) =>
    and(
      sql`${mine} = ${memberId} and not ${cleared} and ${offer.status} = 'pending' and ${offer.madeBy} = ${madeBy}`,
      isFirstOfLines,
    );
  const toPay = and(
    sql`${offer.buyerId} = ${memberId} and ${offer.promise} in ('open', 'claimed') and ${offer.payBy} > ${clock.now().toISOString()}::timestamptz`,
    isFirstOfLines,
  );
  const [seller, buyer, payments] = await Promise.all([
    db.$count(offer, forAnswer('buyer', sql`${offer.sellerId}`, sql`${offer.sellerCleared}`)),
    db.$count(offer, forAnswer('seller', sql`${offer.buyerId}`, sql`${offer.buyerCleared}`)),
    db.$count(offer, toPay),
  ]);
  return { seller, buyer, toPay: payments };
}
