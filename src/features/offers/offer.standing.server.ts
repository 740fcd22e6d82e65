import type { Question } from '#platform/db/ask-together.ts';
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

/** Asked beside other questions, since each offer asks it; under the listing's lock. */
export function standingAsked(buyerId: string, listingId: string): Question<Standing> {
  return {
    values: [buyerId, listingId],
    text: (buyer, listing) => `(select json_build_object(
      'open', (select json_build_object('id', o.id, 'status', o.status, 'madeBy', o.made_by) from offer o
        where o.buyer_id = ${buyer} and o.listing_id = ${listing} and (o.status = 'pending' or o.promise in ('open', 'claimed')) limit 1),
      'attempts', (select count(*) from offer o where o.buyer_id = ${buyer} and o.listing_id = ${listing} and o.made_by = 'buyer'),
      'pending', (select count(*) from offer o
        where o.listing_id = ${listing} and o.status = 'pending' and not (o.made_by = 'seller' and o.counter_of is null))))`,
    read: (found: Standing) => found,
  };
}
