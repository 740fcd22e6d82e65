import { newId } from '#kernel/ids.ts';
import { minuteMs } from '#kernel/time.ts';
import type { Platform } from '#platform/platform.ts';

export interface ThreadToFill {
  a: string;
  b: string;
  /** A listing that they talk about; without, nothing but the two. */
  listingId?: string;
  messages: number;
}

/** Writes threads in the rows that the use cases write, the two speaking by turns; one thread in ten has a last message that `a` has not read. Answers their ids. */
export async function fillThreads(pool: Platform['pool'], threads: readonly ThreadToFill[]): Promise<string[]> {
  const now = Date.now();
  const ids: string[] = [];
  for (let from = 0; from < threads.length; from += 2_000) {
    const rows = threads.slice(from, from + 2_000).map(({ a, b, listingId, messages }, n) => {
      const id = newId(now - (from + n) * minuteMs);
      ids.push(id);
      const at = new Date(now - (from + n + 1) * minuteMs).toISOString();
      const [first, second] = [a, b].sort();
      const unread = n % 10 === 0 && messages % 2 === 1 ? 1 : 0;
      return { id, a, b, first, second, kind: listingId ? 'listing' : 'member', subject: listingId ?? '', last: messages, at, unread };
    });
    const json = JSON.stringify(rows);
    const shape = 'r (id text, a text, b text, first text, second text, kind text, subject text, last int, at timestamptz, unread int)';
    await pool.query(
      `insert into thread (id, subject_kind, subject_id, first_id, second_id, last_place, created_at)
       select id, kind, subject, first, second, last, at from jsonb_to_recordset($1::jsonb) as ${shape}`,
      [json],
    );
    await pool.query(
      `insert into thread_message (id, thread_id, place, sender_id, text, created_at, read_at)
       select id || '-' || place, id, place, case when place % 2 = 1 then b else a end, 'Is the corner of number ' || place || ' white?', at,
         case when place < last or unread = 0 then at end
       from jsonb_to_recordset($1::jsonb) as ${shape}, generate_series(1, last) as place`,
      [json],
    );
    await pool.query(
      `insert into thread_side (thread_id, member_id, other_id, last_at, last_message_id, unread, read_place, delivered_place)
       select id, a, b, at, id || '-' || last, unread, last - unread, last from jsonb_to_recordset($1::jsonb) as ${shape}
       union all select id, b, a, at, id || '-' || last, 0, last, last from jsonb_to_recordset($1::jsonb) as ${shape}`,
      [json],
    );
  }
  return ids;
}
