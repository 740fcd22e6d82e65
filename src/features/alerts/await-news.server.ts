import { and, eq, isNull, sql } from 'drizzle-orm';
import { slicesOf } from '#kernel/slices.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { tellJob } from './alert.jobs.ts';
import { type AlertKind, alert } from './alert.tables.ts';
import { dueAt } from './due.rules.ts';
import type { Frequency } from './words.ts';

export interface NewAlert {
  memberId: string;
  kind: AlertKind;
  sourceId: string;
  listingId: string;
  about: string;
  frequency: Frequency;
}

/** Notes what members are to be told, each happening once, and enqueues the telling. */
export async function awaitNews(tx: Tx, news: readonly NewAlert[], now: Date): Promise<void> {
  const times = new Map<string, { memberId: string; dueAt: Date }>();
  for (const some of slicesOf(news, atOnce))
    for (const row of await keepNews(tx, some, now)) times.set(`${row.memberId} ${row.dueAt.getTime()}`, row);
  for (const row of times.values()) enqueueTelling(tx, row.memberId, row.dueAt, now);
}

/** A shop that thousands follow is one statement for so many of them. */
const atOnce = 2_000;

function keepNews(tx: Tx, news: readonly NewAlert[], now: Date) {
  return tx.db
    .insert(alert)
    .values(news.map(({ frequency, ...row }) => ({ ...row, dueAt: dueAt(frequency, now) })))
    .onConflictDoUpdate({
      target: [alert.memberId, alert.kind, alert.sourceId, alert.listingId],
      set: { about: sql`excluded.about`, dueAt: sql`excluded.due_at`, toldAt: null, mailedAt: null },
      setWhere: sql`${alert.about} <> excluded.about`,
    })
    .returning({ memberId: alert.memberId, dueAt: alert.dueAt });
}

/** One telling of a member at a time: those of one moment are one. */
export function enqueueTelling(tx: Tx, memberId: string, at: Date, now: Date): void {
  if (at <= now) tx.enqueue(tellJob, { memberId }, { key: memberId });
  else tx.enqueue(tellJob, { memberId }, { key: `${memberId}-${at.getTime()}`, runAt: at });
}

/** What waits for this source is told as often as is chosen now. */
export async function tellAsOften(
  tx: Tx,
  { memberId, kind, sourceId, frequency }: { memberId: string; kind: AlertKind; sourceId: string; frequency: Frequency },
  now: Date,
): Promise<void> {
  const at = dueAt(frequency, now);
  const waiting = await tx.db
    .update(alert)
    .set({ dueAt: at })
    .where(and(eq(alert.memberId, memberId), eq(alert.kind, kind), eq(alert.sourceId, sourceId), isNull(alert.toldAt)))
    .returning({ id: alert.listingId });
  if (waiting.length > 0) enqueueTelling(tx, memberId, at, now);
}
