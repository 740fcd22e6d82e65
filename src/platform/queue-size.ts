import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';

/** How much waits in a queue of admins, and since when the oldest. */
export interface QueueSize {
  count: number;
  oldest: Date | null;
}

/** Counts the rows of `from …`; `since` is the column by which they wait. */
export async function sizeOfQueue(db: Db, since: SQL, from: SQL): Promise<QueueSize> {
  const { rows } = await db.execute<{ n: number; oldest: string | null }>(
    sql`select count(*)::int as n, min(${since}) as oldest ${from}`,
  );
  const { n = 0, oldest = null } = rows[0] ?? {};
  return { count: n, oldest: oldest === null ? null : new Date(oldest) };
}
