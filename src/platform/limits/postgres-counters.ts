import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Clock } from '#platform/clock/clock.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import type { Platform } from '#platform/platform.ts';
import type { Limit } from './limits.ts';

/** Counts in one statement of the library's, on the handle's own connection. */
export function inPostgres(limit: Limit, db: Db, clock: Clock): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: { query: (query: Query) => ask(db, clock.offsetMs(), query) },
    storeType: 'client',
    tableName: 'limit_counter',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.windowMs / 1_000,
  });
}

interface Query {
  name: string;
  text: string;
  values: (string | number)[];
}

/**
 * The library tells time by the machine; in the sandbox, where the product's clock can be moved, its times are moved here on the way in and back on the
 * way out. The times are the values from the third on of what counts, and there are none in what forgets.
 */
async function ask(db: Db, offsetMs: number, { name, text, values }: Query) {
  const moved = values.map((value, n) => (n >= 2 ? Number(value) + offsetMs : value));
  const result = await connectionOf(db).query<{ points: number; expire: number }>({ name, text, values: moved });
  return { rowCount: result.rowCount, rows: result.rows.map(({ points, expire }) => ({ points, expire: expire - offsetMs })) };
}

/** What nobody will ask for again. */
export async function sweepLimits({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'limit_counter', 'expire < $1', [clock.now().getTime()]);
}
