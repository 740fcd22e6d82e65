import { sql } from 'drizzle-orm';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import type { Db } from '#platform/db/db.ts';
import type { Act } from './audit.ts';

export interface StoredAct extends Required<Act> {
  id: string;
  at: Date;
}

export interface ActFilter {
  /** An admin's id, or `command line`. */
  by?: string | undefined;
  act?: string | undefined;
  subject?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** The acts of admins, newest first. */
export async function listActs(db: Db, { by, act, subject, cursor, limit }: ActFilter): Promise<Page<StoredAct>> {
  const [at, id] = cursor === undefined ? [null, null] : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const { rows } = await db.execute<Omit<StoredAct, 'at'> & { at_ms: number }>(sql`
    select id, by, act, subject, data, (extract(epoch from at) * 1000)::bigint as at_ms from audit_log
    where (${by ?? null}::text is null or by = ${by ?? null})
      and (${act ?? null}::text is null or act = ${act ?? null})
      and (${subject ?? null}::text is null or subject = ${subject ?? null})
      and (${at}::timestamptz is null or (at, id) < (${at}::timestamptz, ${id}))
    order by audit_log.at desc, id desc limit ${limit + 1}`);
  const acts = rows.map(({ at_ms, ...row }) => ({ ...row, at: new Date(Number(at_ms)) }));
  return pageOf(acts, limit, ({ at, id }) => [at.toISOString(), id]);
}

/** The subjects on which this admin has done this act since `after`, in one query. */
export async function subjectsOfActs(
  db: Db,
  { by, act, subjects, after }: { by: string; act: string; subjects: readonly string[]; after: Date },
): Promise<Set<string>> {
  if (subjects.length === 0) return new Set();
  const { rows } = await db.execute<{ subject: string }>(sql`
    select distinct subject from audit_log
    where by = ${by} and act = ${act} and subject = any(${sql.param([...subjects])}::text[]) and at > ${after.toISOString()}::timestamptz`);
  return new Set(rows.map(({ subject }) => subject));
}
