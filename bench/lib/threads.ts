import { newId } from '#kernel/ids.ts';
import { minuteMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * A thread for each two neighbours, with two read messages, in the rows that the use cases write. Returns the threads'
 * ids.
 */
export async function fillThreads(pool: Platform['pool'], memberIds: readonly string[]): Promise<string[]> {
  const at = new Date(Date.now() - minuteMs).toISOString();
  const rows = Array.from({ length: memberIds.length / 2 }, (_, n) => {
    const [a = '', b = ''] = memberIds.slice(2 * n, 2 * n + 2);
    const [first, second] = [a, b].sort();
    return { id: newId(), a, b, first, second, at };
  });
  const from = `from jsonb_to_recordset($1::jsonb)
    as r (id text, a text, b text, first text, second text, at timestamptz)`;
  for (const statement of [
    `insert into thread (id, subject_kind, subject_id, first_id, second_id, last_place, created_at)
     select id, 'member', '', first, second, 2, at ${from}`,
    `insert into thread_message (id, thread_id, place, sender_id, text, created_at, read_at)
     select id || '-' || place, id, place, case when place = 1 then a else b end, 'Is the corner white?', at, at
     ${from}, generate_series(1, 2) as place`,
    `insert into thread_side
       (thread_id, member_id, other_id, last_at, last_message_id, unread, read_place, delivered_place)
     select id, a, b, at, id || '-2', 0, 2, 2 ${from} union all select id, b, a, at, id || '-2', 0, 2, 2 ${from}`,
  ])
    await pool.query(statement, [JSON.stringify(rows)]);
  return rows.map(({ id }) => id);
}
