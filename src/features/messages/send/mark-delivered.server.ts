import { sql } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { threadDelivered } from '../model/message.events.ts';

/** Sides of threads with messages that no device of the member has received. */
const unheard = (memberId: string) => sql`from thread_side s where s.member_id = ${memberId} and s.is_unheard`;

/**
 * A device of this member has requested the counters or the list of threads, as each page does on a live event: marks
 * all messages to them as delivered and notifies the senders. A repeated call writes nothing.
 */
export async function markDelivered(platform: Platform, memberId: string): Promise<void> {
  const { rows: waiting } = await platform.db.execute<{ n: number }>(sql`select 1 as n ${unheard(memberId)} limit 1`);
  if (waiting.length === 0) return;
  await write(platform, async (tx) => {
    const { rows: held } = await tx.db.execute<{ id: string }>(
      sql`select s.thread_id as id ${unheard(memberId)} order by s.thread_id for update`,
    );
    // The thread's last number is read after its side is locked: a concurrent message has marked the side before, or
    // will.
    const { rows } = await tx.db.execute<{ id: string; place: number }>(sql`
      update thread_side side set delivered_place = t.last_place, is_unheard = false from thread t
      where t.id = side.thread_id and side.member_id = ${memberId} and side.thread_id in (select jsonb_array_elements_text(${JSON.stringify(held.map(({ id }) => id))}::jsonb))
      returning side.thread_id as id, side.delivered_place as place`);
    for (const { id, place } of rows)
      tx.append(threadDelivered, { subject: id, version: Number(place), topics: [`thread:${id}`], data: { memberId } });
  });
}
