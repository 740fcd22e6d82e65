import type { Clock } from '#platform/clock/clock.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import type { Platform } from '#platform/platform.ts';

/** A counter and what to add. */
export interface Counter {
  key: string;
  /** A negative number releases points. */
  points: number;
  /** Length of a window that starts with this. */
  windowMs: number;
}

export interface Counted {
  points: number;
  msBeforeNext: number;
}

// Sorted by key: two concurrent counts on the same keys lock them in the same order.
const countText = (also = '') => `
  insert into limit_counter as c (key, points, expire)
  select key, points, expire from unnest($1::text[], $2::int[], $3::bigint[]) as t (key, points, expire) order by key
  on conflict (key) do update set
    points = case when c.expire <= $4::bigint then excluded.points else c.points + excluded.points end,
    expire = case when c.expire <= $4::bigint then excluded.expire else c.expire end
  returning key, points, expire${also}`;

// For this statement and its own commit only: it does not wait for the disk, and a killed database loses at most the
// last second.
const withoutDiskWait = `, set_config('synchronous_commit', 'off', true)`;

/**
 * Counts on each key, by the app's clock, in one statement and one commit. Keys must be unique. `mayBeLost` (never with
 * the handle of a transaction): a crash may lose counts, as with Redis.
 */
export async function countInPostgres(
  db: Db,
  clock: Clock,
  counters: readonly Counter[],
  { mayBeLost = false } = {},
): Promise<Counted[]> {
  const now = clock.now().getTime();
  const { rows } = await connectionOf(db).query<{ key: string; points: number; expire: number }>({
    name: mayBeLost ? 'limits-count-load' : 'limits-count',
    text: countText(mayBeLost ? withoutDiskWait : ''),
    values: [
      counters.map(({ key }) => key),
      counters.map(({ points }) => points),
      counters.map(({ windowMs }) => now + windowMs),
      now,
    ],
  });
  // Another process may have started the window a moment after this one read the clock.
  const then = clock.now().getTime();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return counters.map(({ key }) => {
    const row = byKey.get(key);
    if (!row) throw new RangeError(`${key} was not counted`);
    return { points: row.points, msBeforeNext: Math.max(row.expire - then, 0) };
  });
}

export async function forgetInPostgres(db: Db, key: string): Promise<void> {
  await connectionOf(db).query({
    name: 'limits-forget',
    text: 'delete from limit_counter where key = $1',
    values: [key],
  });
}

/** Deletes expired counters. */
export async function sweepLimits({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'limit_counter', 'expire < $1', [clock.now().getTime()]);
}
