import type pg from 'pg';
import {
  findTransition,
  type ListingMover,
  type ListingState,
  type ListingVerb,
} from '#features/listings/model/listing.process.ts';

interface Moment {
  listing_id: string;
  verb: ListingVerb;
  by: ListingMover;
  from_state: ListingState | null;
  to_state: ListingState;
  why: string;
}

/**
 * Contradictions between the history of listings and their process, each with the listing; to be run when nothing is
 * under way. Each move of a listing is a transition of the process, the moves are connected from the first to the
 * current state, and no history belongs to a deleted listing; and the stored tallies equal a recount.
 */
export async function auditListings(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  const { rows: listings } = await pool.query<{ id: string; state: ListingState }>(
    "select id, case when status = 'paused' then 'paused_by_' || coalesce(paused_by, 'nobody') else status end as state from listing",
  );
  const { rows: moments } = await pool.query<Moment>(
    'select listing_id, verb, by, from_state, to_state, why from listing_history order by id',
  );
  const at = new Map<string, ListingState | null>(listings.map(({ id }) => [id, null]));
  for (const { listing_id: id, verb, by, from_state: from, to_state: to, why } of moments) {
    const move = `${verb} by ${by} from ${from} to ${to}, ${why}`;
    const before = at.get(id);
    if (before === undefined) broken.push(`${id}: ${move}, of a listing that is gone`);
    else if (before !== from) broken.push(`${id}: ${move}, when it was ${before}`);
    const edge = findTransition(verb, by, from, to);
    if (!edge?.why.some((reason) => reason === why)) broken.push(`${id}: ${move}, which the process does not know`);
    at.set(id, to);
  }
  for (const { id, state } of listings)
    if (at.get(id) !== state) broken.push(`${id}: is ${state}, its history says ${at.get(id)}`);
  return [...broken, ...(await auditTallies(pool))];
}

/** Tallies of sellers that differ from a recount of their listings. */
export async function auditTallies(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ said: string }>(`
    select seller_id || ' ' || status || ' ' || currency || ': ' || row(sum(n), sum(worth), sum(favorites), sum(views))::text || ' too many' as said from (
      select seller_id, status, currency, listings as n, worth, favorites, views from listing_tally
      union all
      select l.seller_id, l.status, l.currency, -1, -l.price_amount * (l.quantity - l.quantity_held - l.quantity_sold), -l.favorite_count, -coalesce(v.views, 0)
      from listing l left join listing_view v on v.listing_id = l.id where l.status <> 'removed') as both_ways
    group by seller_id, status, currency having (sum(n), sum(worth), sum(favorites), sum(views)) <> (0, 0, 0, 0)`);
  return rows.map(({ said }) => said);
}
