import { sql } from 'drizzle-orm';
import { listAdminIds } from '#features/members/index.server.ts';
import { actsTopic } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lookAtTroubles } from '#platform/troubles/look.ts';
import { mailTroublesJob, troublesChanged } from '../admin.jobs.ts';
import { troubleUpdates } from './troubles.rules.ts';

type Row = { name: string; seen_at: Date; told_at: Date };

/**
 * Looks for troubles and has operators told of what begins, of what is over, and daily of what stays: one mail a look
 * at most for each of them. What was told is kept in the transaction that asks for the mails, so that two looks at once
 * tell it once.
 */
export async function watchTroubles(platform: Platform): Promise<void> {
  const seen = (await lookAtTroubles(platform)).map(({ trouble: { name }, count }) => ({ name, count }));
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await tx.db.execute(sql`lock table trouble_told in exclusive mode`);
    const { rows } = await tx.db.execute<Row>(sql`select name, seen_at, told_at from trouble_told`);
    const notified = rows.map((row) => ({
      name: row.name,
      seenAt: new Date(row.seen_at),
      toldAt: new Date(row.told_at),
    }));
    const updates = troubleUpdates(seen, notified, now);
    const there = seen.filter(({ count }) => count !== null && count > 0).map(({ name }) => name);
    for (const name of there) {
      const isNotified = updates.begun.includes(name) || updates.standing.includes(name);
      await tx.db.execute(sql`
        insert into trouble_told (name, began_at, seen_at, told_at) values (${name}, ${now}, ${now}, ${now})
        on conflict (name) do update set seen_at = ${now}, told_at = case when ${isNotified} then ${now}::timestamptz else trouble_told.told_at end`);
    }
    for (const name of updates.over) await tx.db.execute(sql`delete from trouble_told where name = ${name}`);
    if (updates.begun.length + updates.over.length > 0)
      tx.append(troublesChanged, { subject: 'troubles', version: now.getTime(), topics: [actsTopic] });
    if (updates.begun.length + updates.over.length + updates.standing.length === 0) return;
    const counts = seen.flatMap(({ name, count }) => (count ? [{ name, count }] : []));
    for (const userId of await listAdminIds(tx.db))
      tx.enqueue(mailTroublesJob, { userId, at: now.getTime(), ...updates, counts });
  });
}
