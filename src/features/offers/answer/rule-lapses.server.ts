import { addMs } from '#kernel/time.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { ruleLapses, unpaidHoldLimits } from '../model/offer.rules.ts';

interface Buyer {
  buyerId: string;
  listingId: string;
  /** Null where it is unknown. */
  network: string | null;
}

interface Lapses {
  /** For any listing, by the buyer. */
  all: number;
  /** For this listing, by the buyer and by accounts that have paid with a payment card of theirs. */
  listing: number;
  /** For this listing, from the network. */
  network: number;
  isPaused: boolean;
}

// Tables of the orders feature are only read here: payment cards that accounts share, and pauses for unpaid holds.
const text = `
  with alike as (
    select $1::text as id union
    select b.member_id from buyer_trace a join buyer_trace b on b.kind = a.kind and b.hash = a.hash where a.member_id = $1 and a.kind = 'card'),
  lapsed as (select buyer_id, listing_id, network from offer where by_rule and is_unpaid and promise = 'lapsed' and updated_at > $4
    and (listing_id = $2 or buyer_id = $1))
  select count(*) filter (where buyer_id = $1)::int as "all",
    count(*) filter (where listing_id = $2 and buyer_id in (select id from alike))::int as listing,
    count(*) filter (where listing_id = $2 and network = $3)::int as network,
    exists (select from hold_pause p where p.until > $5 and p.listing_id in ('', $2)
      and (p.buyer_id = $1 or p.buyer_id = 'network ' || $3::text)) as "isPaused"
  from lapsed`;

/**
 * Whether a seller's rule may still accept for this buyer. An offer that a rule accepted and that was not paid counts
 * like an unpaid hold: after as many of one buyer, payment card or network the seller answers in person.
 */
export async function mayAcceptByRule(tx: Tx, { buyerId, listingId, network }: Buyer, now: Date): Promise<boolean> {
  const values = [buyerId, listingId, network, addMs(now, -ruleLapses.windowMs), now];
  const { rows } = await connectionOf(tx.db).query<Lapses>({ name: 'offers-rule-lapses', text, values });
  const [found] = rows;
  if (!found) return true;
  const { free, freeOfListing, freeOfListingFromNetwork } = unpaidHoldLimits;
  return (
    !found.isPaused && found.all < free && found.listing < freeOfListing && found.network < freeOfListingFromNetwork
  );
}
