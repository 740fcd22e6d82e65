import type pg from 'pg';

/**
 * Ratings that are not what the reviews say, each with its member; to be run when nothing is under way. A profile's rating and the statistics are what its
 * counting reviews add up to, and nothing counts that nobody sees.
 */
export async function auditRatings(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ said: string }>(`
    select p.user_id || ': the profile says ' || row(p.rating_count, p.rating)::text || ', the statistics ' || row(s.count, s.stars)::text
        || ', the reviews ' || row(c.count, c.stars)::text as said
      from profile p left join review_statistics s on s.member_id = p.user_id
      left join (select member_id, count(*)::int as count, sum(rating)::int as stars from review where counts group by member_id) c on c.member_id = p.user_id
      where p.deleted_at is null and (p.rating_count, coalesce(p.rating, 0), coalesce(s.count, 0), coalesce(s.stars, 0))
        <> (coalesce(c.count, 0), coalesce(round(c.stars::numeric / c.count, 2), 0), coalesce(c.count, 0), coalesce(c.stars, 0))
    union all select id || ': a review that counts and is not shown' from review where counts and (hidden_at is not null or shown_at is null)`);
  return rows.map(({ said }) => said);
}
