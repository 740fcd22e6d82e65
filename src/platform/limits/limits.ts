import type { Db } from '#platform/db/db.ts';

/** A rate limit as data. Each feature lists its own in its manifest; docs/reference/limits.md is generated from all of them. */
export interface Limit {
  /** `feature.what`, the same in every process and release: the counters are stored under it. */
  readonly name: string;
  /** What one point is, in plain words. */
  readonly counts: string;
  /** The subject of a counter: `member`, `network`, `mailbox` … */
  readonly per: string;
  readonly points: number;
  /** The window starts with its first point and does not move. */
  readonly windowMs: number;
  /**
   * The message over the limit; `{when}` is replaced by `in 12 minutes`. Null when it refuses no one: `otherwise` says
   * what happens instead.
   */
  readonly sentence: string | null;
  readonly otherwise?: string;
  readonly code: string;
  /** Reached in everyday work, so that the security log has no entry of it. */
  readonly isRoutine?: true;
  /**
   * `entry` protects access: counted in PostgreSQL only, so that it survives an emptied Redis; without a database the
   * call is refused (503). `load` protects shared resources: counted in Redis where there is one, and in PostgreSQL
   * while that is unavailable.
   */
  readonly guards: 'entry' | 'load';
}

export interface LimitAnswer {
  allowed: boolean;
  /** Points in this window, this one included. */
  count: number;
  /** Seconds until the window ends, at least 1. */
  retryAfterSeconds: number;
}

/**
 * Rate limits across processes: a hundred concurrent attempts count as a hundred, wherever they arrive. With the handle
 * of a transaction, an `entry` limit is counted in it and rolled back with it. A `subject` is stored as a keyed hash
 * only.
 */
export interface Limits {
  /** Counts one point. Throws the limit's refusal (429 with Retry-After) over the limit. */
  count(limit: Limit, subject: string, db?: Db): Promise<void>;
  /**
   * Counts one point, or `times`, on each limit, all of the database in one statement. Throws the first refusal, and
   * then releases the points of the other limits: a refused act counts where it was refused. Returns a function that
   * releases all points.
   */
  countAll(parts: readonly (readonly [limit: Limit, subject: string])[], times?: number): Promise<() => Promise<void>>;
  /** Counts one point and returns the result; the caller decides. */
  take(limit: Limit, subject: string, db?: Db): Promise<LimitAnswer>;
  /** Releases one point. */
  releasePoint(limit: Limit, subject: string, db?: Db): Promise<void>;
  /** Resets the counter. */
  forget(limit: Limit, subject: string, db?: Db): Promise<void>;
}

type Definition = Omit<Limit, 'name' | 'code'> & { code?: string };

/** Names each limit `feature.key`. */
export function defineLimits<const K extends string>(
  feature: string,
  table: Record<K, Definition>,
): Readonly<Record<K, Limit>> {
  const named = Object.entries<Definition>(table).map(([key, limit]) => {
    const kebab = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [key, Object.freeze({ code: 'too_many_requests', ...limit, name: `${feature}.${kebab}` })] as const;
  });
  return Object.freeze(Object.fromEntries(named)) as Record<K, Limit>;
}
