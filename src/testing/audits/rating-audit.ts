import { orderWeights } from '#features/orders/index.server.ts';
import { mayCount } from '#features/reviews/model/review.rules.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Ratings that contradict the reviews, each with its member; to be run when nothing is under way. A profile's rating
 * and the statistics equal the sum of its counting reviews, no hidden review counts, and a review counts as `mayCount`
 * says for its order, except pairs of which only one counts within thirty days.
 */
export async function auditRatings({ pool, db }: Pick<Platform, 'pool' | 'db'>): Promise<string[]> {
  const { rows } = await pool.query<{ said: string }>(`
    select p.user_id || ': the profile says ' || row(p.rating_count, p.rating)::text || ', the statistics ' || row(s.count, s.stars)::text
        || ', the reviews ' || row(c.count, c.stars)::text as said
      from profile p left join review_statistics s on s.member_id = p.user_id
      left join (select member_id, count(*)::int as count, sum(rating)::int as stars from review where counts group by member_id) c on c.member_id = p.user_id
      where p.deleted_at is null and (p.rating_count, coalesce(p.rating, 0), coalesce(s.count, 0), coalesce(s.stars, 0))
        <> (coalesce(c.count, 0), coalesce(round(c.stars::numeric / c.count, 2), 0), coalesce(c.count, 0), coalesce(c.stars, 0))
    union all select id || ': a review that counts and is not shown' from review where counts and (hidden_at is not null or shown_at is null)`);
  const { rows: reviews } = await pool.query<{
    id: string;
    orderId: string;
    rating: number;
    counts: boolean;
    isAlone: boolean;
  }>(`
    select r.id, r.order_id as "orderId", r.rating, r.counts, not exists (select from review o where o.author_id = r.author_id and o.member_id = r.member_id
      and o.id <> r.id and o.shown_at is not null) as "isAlone"
    from review r where r.shown_at is not null and r.hidden_at is null`);
  const weights = await orderWeights(
    db,
    reviews.map(({ orderId }) => orderId),
  );
  const wrong = reviews.filter(({ orderId, rating, counts, isAlone }) => {
    const may = mayCount(rating, weights.get(orderId) ?? 'none');
    return counts ? !may : may && isAlone;
  });
  return [
    ...rows.map(({ said }) => said),
    ...wrong.map(({ id, counts }) => `${id}: a review that ${counts ? 'counts' : 'does not count'}, against its order`),
  ];
}
