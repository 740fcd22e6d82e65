import type { Money } from '#kernel/numbers/money.ts';
import type { Platform } from '#platform/platform.ts';

const cheaper = {
  name: 'favorites-cheaper',
  text: `select l.id, f.saved_price_amount as amount, f.saved_currency as currency
    from favorite f join listing l on l.id = f.listing_id
    where f.user_id = $1 and l.status = 'active' and l.expires_at > $2
      and l.currency = f.saved_currency and l.price_amount < f.saved_price_amount
    order by l.price_amount::numeric / f.saved_price_amount, f.saved_at desc, l.id limit $3`,
};

/** A member's favorites for sale that cost less than when they were saved, with that price; the largest drop first. */
export async function cheaperFavorites(
  { pool, clock }: Pick<Platform, 'pool' | 'clock'>,
  memberId: string,
  limit: number,
): Promise<Map<string, Money>> {
  const { rows } = await pool.query<{ id: string } & Money>({ ...cheaper, values: [memberId, clock.now(), limit] });
  return new Map(rows.map(({ id, amount, currency }) => [id, { amount, currency }]));
}
