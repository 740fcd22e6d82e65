import type { Db } from '#platform/db/db.ts';

/** A limit as data. Each room lists its own in its manifest; docs/reference/limits.md is generated from all of them. */
export interface Limit {
  /** `room.what`, the same in every process and every release: the counters stand under it. */
  readonly name: string;
  /** What one point is, as a person would say it. */
  readonly counts: string;
  /** Whom a counter belongs to: `member`, `network`, `mailbox` … */
  readonly per: string;
  readonly points: number;
  /** The window starts with its first point and does not move. */
  readonly windowMs: number;
  /**
   * What who is over it reads; `{when}` stands for `in 12 minutes`, until it goes on. Null where nobody is refused:
   * `otherwise` says what happens instead.
   */
  readonly sentence: string | null;
  readonly otherwise?: string;
  readonly code: string;
  /**
   * `entry` decides who gets in: counted in PostgreSQL alone, so that it outlives a Redis that was emptied; with the
   * database away the call is refused (503). `load` keeps one from using up what all need: counted in Redis where there
   * is one, and in PostgreSQL while that is away.
   */
  readonly guards: 'entry' | 'load';
}

export interface LimitAnswer {
  allowed: boolean;
  /** Points counted in this window, this one included. */
  count: number;
  /** Whole seconds until the window ends, at least 1. */
  retryAfterSeconds: number;
}

/**
 * Counts that are right across processes: a hundred attempts at the same moment are counted as a hundred, wherever they
 * arrive. With the handle of a transaction, an `entry` limit is counted in it and comes undone with it. A `subject` is
 * never stored as it is, only as a keyed hash.
 */
export interface Limits {
  /** Counts one. Throws the limit's own refusal (429 with Retry-After) when that is too many. */
  count(limit: Limit, subject: string, db?: Db): Promise<void>;
  /**
   * Counts one on each, or as many as `times` says, all that stand in the database by one statement. Throws the first
   * refusal, and gives back what was counted on the others then: a refused act counts where it was refused. Answers
   * what gives all of them back.
   */
  countAll(parts: readonly (readonly [limit: Limit, subject: string])[], times?: number): Promise<() => Promise<void>>;
  /** Counts one, and leaves it to the caller what too many means. */
  take(limit: Limit, subject: string, db?: Db): Promise<LimitAnswer>;
  /** Gives one point back. */
  giveBack(limit: Limit, subject: string, db?: Db): Promise<void>;
  /** Begins anew. */
  forget(limit: Limit, subject: string, db?: Db): Promise<void>;
}

type Definition = Omit<Limit, 'name' | 'code'> & { code?: string };

/** Names each limit `room.key`. */
export function defineLimits<const K extends string>(
  room: string,
  table: Record<K, Definition>,
): Readonly<Record<K, Limit>> {
  const named = Object.entries<Definition>(table).map(([key, limit]) => {
    const kebab = key.replace(/[A-Z]/g, (email) => `-${email.toLowerCase()}`);
    return [key, Object.freeze({ code: 'too_many_requests', ...limit, name: `${room}.${kebab}` })] as const;
  });
  return Object.freeze(Object.fromEntries(named)) as Record<K, Limit>;
}
