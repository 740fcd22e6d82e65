import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';

/** How many members published their first listing since a time. */
export async function countNewSellers(db: Db, since: Date): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (select distinct seller_id from listing where published_at >= ${since}) as recent
    where not exists (select from listing l where l.seller_id = recent.seller_id and l.published_at < ${since})`);
  return rows[0]?.n ?? 0;
}
