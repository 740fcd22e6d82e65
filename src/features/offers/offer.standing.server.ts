import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { OfferRow } from './offer.tables.ts';

/** What bears on a further offer of a buyer for a listing. */
export interface Standing {
  /** Theirs that is under way. */
  open: Pick<OfferRow, 'id' | 'status' | 'madeBy'> | null;
  /** Offers that they have made for it. */
  attempts: number;
  /** What waits on the listing, of all buyers, without what its seller sent to those who saved it. */
  pending: number;
}

const text = `
  select open.id, open.status, open.made_by as "madeBy",
    (select count(*)::int from offer o where o.buyer_id = $1 and o.listing_id = $2 and o.made_by = 'buyer') as attempts,
    (select count(*)::int from offer o where o.listing_id = $2 and o.status = 'pending' and not (o.made_by = 'seller' and o.counter_of is null)) as pending
  from (values (1)) as one (n) left join lateral (
    select id, status, made_by from offer o where o.buyer_id = $1 and o.listing_id = $2 and (o.status = 'pending' or o.promise in ('open', 'claimed')) limit 1
  ) as open on true`;

/** In one prepared statement, since each offer asks it; under the listing's lock. */
export async function standingOf(tx: Tx, buyerId: string, listingId: string): Promise<Standing> {
  type Found = Pick<Standing, 'attempts' | 'pending'> & { id: string | null; status: OfferRow['status']; madeBy: OfferRow['madeBy'] };
  const { rows } = await connectionOf(tx.db).query<Found>({ name: 'offers-standing', text, values: [buyerId, listingId] });
  const [found] = rows;
  if (!found) throw new RangeError('a select of one row answered none');
  const { id, status, madeBy, attempts, pending } = found;
  return { open: id === null ? null : { id, status, madeBy }, attempts, pending };
}
