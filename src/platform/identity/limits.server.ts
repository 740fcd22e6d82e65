import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { LimitAnswer } from './identity.ts';

/**
 * Counts one attempt and answers whether it is within the limit, in one statement: a hundred requests at the same moment are counted as a
 * hundred. A window starts with its first attempt and does not move.
 */
export async function consume(db: Db, now: Date, key: string, limit: number, windowMs: number): Promise<LimitAnswer> {
  const resets = new Date(now.getTime() + windowMs);
  const result = await db.execute<{ count: number; resets_at: Date }>(sql`
    insert into auth_rate_limit as l (key, count, resets_at) values (${key}, 1, ${resets.toISOString()})
    on conflict (key) do update set
      count = case when l.resets_at <= ${now.toISOString()} then 1 else least(l.count + 1, 1000000) end,
      resets_at = case when l.resets_at <= ${now.toISOString()} then excluded.resets_at else l.resets_at end
    returning count, resets_at`);
  const row = result.rows[0];
  if (!row) throw new Error('the limit was not counted');
  const left = Math.ceil((new Date(row.resets_at).getTime() - now.getTime()) / 1_000);
  return { allowed: row.count <= limit, count: row.count, retryAfterSeconds: Math.max(1, left) };
}

export async function giveBack(db: Db, key: string, all = false): Promise<void> {
  if (all) await db.execute(sql`delete from auth_rate_limit where key = ${key}`);
  else await db.execute(sql`update auth_rate_limit set count = greatest(count - 1, 0) where key = ${key}`);
}
