import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';

/** `urgent`: money or the whole market waits for a person. `soon`: it can wait for the working day. */
export type Severity = 'urgent' | 'soon';

/**
 * Something that can be wrong and that only a person can put right: a room names it in its manifest, and every
 * operator's view is made of that.
 */
export interface Trouble {
  /** In its room's name, for ever: alarms and mails know it by this. `orders.attention` */
  name: string;
  severity: Severity;
  /** What is wrong, as a sentence without a figure. */
  sentence: string;
  /** What to do about it, and the page of ours on which it is done, where there is one. */
  advice: { sentence: string; to?: string };
  /**
   * How many there are now, `countedTo` at most: `countFew` over an index. `now` is the app's clock; the queue counts
   * by the database's own.
   */
  count(db: Db, now: Date): Promise<number>;
}

/** Past this many nobody needs the figure, and counting on would cost the database most when it is in trouble. */
export const countedTo = 100;

/** Counts the rows that `from …` finds, `countedTo` at most. */
export async function countFew(db: Db, from: SQL): Promise<number> {
  const { rows } = await db.execute<{ few: number }>(
    sql`select count(*)::int as few from (select 1 ${from} limit ${countedTo}) as found`,
  );
  return rows[0]?.few ?? 0;
}
