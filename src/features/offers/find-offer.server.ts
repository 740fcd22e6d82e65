import { awayAt, sellersAsked, vacationsAsked } from '#features/members/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { columnsAs } from '#platform/db/columns-as.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import type { Offer } from './contract.ts';
import { offerPolicy, unknownOffer } from './offer.policy.ts';
import { type FullOffer, presentOffer } from './offer.present.server.ts';
import { type OfferRow, offer } from './offer.tables.ts';
import { complete } from './offers.queries.server.ts';

const parties = sellersAsked([]);
const vacations = vacationsAsked('', new Date(0));
const text = `
  select ${columnsAs(offer, 'o')}, ${parties.text('array[o.buyer_id, o.seller_id]')} as parties, ${vacations.text('o.seller_id', '$2')} as vacations,
    (select count(*)::int from offer m where m.buyer_id = o.buyer_id and m.listing_id = o.listing_id and m.made_by = 'buyer') as attempts,
    (select count(distinct coalesce(u.basket_id || u.decided_at, u.id))::int from offer u
      where u.buyer_id = o.buyer_id and u.is_unpaid and u.decided_at >= $3::timestamptz) as unpaid
  from offer o where o.id = $1`;

type Found = OfferRow & Pick<FullOffer, 'attempts' | 'unpaid'> & { parties: never; vacations: never };

/** One offer with what belongs to it, in one prepared statement where it is for one listing: each answer to an offer asks. */
export async function findFull(db: Db, offerId: string, now: Date): Promise<FullOffer | null> {
  const values = [offerId, now, addMs(now, -365 * dayMs)];
  const { rows } = await connectionOf(db).query<Found>({ name: 'offers-full', text, values });
  if (!rows[0]) return null;
  const { parties: found, vacations: asked, attempts, unpaid, ...row } = rows[0];
  if (row.basketId !== null) return (await complete(db, [row], now))[0] ?? null;
  const away = row.status === 'pending' ? (awayAt(vacations.read(asked), now)?.endsAt ?? null) : null;
  return { offer: row, together: [row], lines: null, attempts, unpaid, away, parties: parties.read(found) };
}

/** One offer, for one of its two sides. For everyone else it does not exist (404). */
export async function getOfferFor({ db, clock }: Pick<Platform, 'db' | 'clock'>, memberId: string, offerId: string): Promise<Offer> {
  const now = clock.now();
  const full = isId(offerId) ? await findFull(db, offerId, now) : null;
  if (!full || offerPolicy.may({ id: memberId, role: 'member' }, 'see', full.offer) !== true) throw notFound(unknownOffer);
  return presentOffer(full, memberId, now);
}
