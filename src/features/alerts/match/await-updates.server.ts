import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Frequency } from '#kernel/how-often.ts';
import { dueAt } from '#kernel/how-often.ts';
import { slicesOf } from '#kernel/numbers/slices.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { notifyDueJob } from '../model/alert.jobs.ts';
import { type AlertKind, alert } from '../model/alert.tables.ts';

export interface NewAlert {
  memberId: string;
  kind: AlertKind;
  sourceId: string;
  listingId: string;
  about: string;
  frequency: Frequency;
}

/** Stores pending alerts, each happening once, and schedules their notification at their due times. */
export async function awaitUpdates(tx: Tx, updates: readonly NewAlert[], now: Date): Promise<void> {
  const moments = new Set<number>();
  for (const some of slicesOf(updates, atOnce))
    for (const at of await storeUpdates(tx, some, now)) moments.add(at.getTime());
  for (const at of moments) enqueueNotifying(tx, new Date(at), now);
}

/** Alerts of one statement: a shop may have thousands of followers. */
const atOnce = 2_000;

/**
 * Sends arrays, one a column: a parameter for each field of each row costs more to build than to run. Answers the due
 * times.
 */
async function storeUpdates(tx: Tx, updates: readonly NewAlert[], now: Date): Promise<Date[]> {
  const column = (of: (row: NewAlert) => string) => sql`${sql.param(updates.map(of))}::text[]`;
  const due = sql`${sql.param(updates.map(({ frequency }) => dueAt(frequency, now).toISOString()))}::timestamptz[]`;
  const { rows } = await tx.db.execute<{ due: Date }>(sql`
    with stored as (
      insert into ${alert} (member_id, kind, source_id, listing_id, about, due_at)
      select * from unnest(${column((row) => row.memberId)}, ${column((row) => row.kind)}, ${column((row) => row.sourceId)},
        ${column((row) => row.listingId)}, ${column((row) => row.about)}, ${due})
      on conflict (member_id, kind, source_id, listing_id) do update set about = excluded.about, due_at = excluded.due_at, told_at = null, mailed_at = null
        where alert.about <> excluded.about
      returning due_at)
    select distinct due_at as due from stored`);
  return rows.map(({ due }) => new Date(due));
}

/** One job for all alerts that are due at one time. */
export function enqueueNotifying(tx: Tx, at: Date, now: Date): void {
  const moment = at.toISOString();
  tx.enqueue(notifyDueJob, { at: moment }, { key: moment, ...(at > now && { runAt: at }) });
}

/** Moves the pending alerts of a source to the due time of its new frequency. */
export async function notifyAsOften(
  tx: Tx,
  {
    memberId,
    kind,
    sourceId,
    frequency,
  }: { memberId: string; kind: AlertKind; sourceId: string; frequency: Frequency },
  now: Date,
): Promise<void> {
  const at = dueAt(frequency, now);
  const waiting = await tx.db
    .update(alert)
    .set({ dueAt: at })
    .where(and(eq(alert.memberId, memberId), eq(alert.kind, kind), eq(alert.sourceId, sourceId), isNull(alert.toldAt)))
    .returning({ id: alert.listingId });
  if (waiting.length > 0) enqueueNotifying(tx, at, now);
}
