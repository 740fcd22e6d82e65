import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';

/** `urgent`: money or the whole app waits for a person. `soon`: it can wait for the working day. */
export type Severity = 'urgent' | 'soon';

/**
 * Something that only a person can repair. A feature lists its troubles in its manifest; the admin's health page is
 * generated from all of them.
 */
export interface Trouble {
  /** Prefixed with the feature, and never changed: alerts and emails refer to it. `orders.attention` */
  name: string;
  severity: Severity;
  /** What is wrong, as a sentence without a number. */
  sentence: string;
  /** What to do, and the page of the app for it, if there is one. */
  advice: { sentence: string; to?: string };
  /**
   * The current number, at most `countedTo`: `countFew` over an index. `now` is the app's clock; the queue uses the
   * database's.
   */
  count(db: Db, now: Date): Promise<number>;
}

/** Larger numbers are of no use, and counting on would cost the database most when it is in trouble. */
export const countedTo = 100;

/** Counts the rows of `from …`, at most `countedTo`. */
export async function countFew(db: Db, from: SQL): Promise<number> {
  const { rows } = await db.execute<{ few: number }>(
    sql`select count(*)::int as few from (select 1 ${from} limit ${countedTo}) as found`,
  );
  return rows[0]?.few ?? 0;
}
