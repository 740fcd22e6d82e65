import type pg from 'pg';

const audits: Record<string, string> = {
  'a thread without exactly its two sides': `
    select t.id from thread t left join thread_side s on s.thread_id = t.id
    group by t.id having count(s.*) <> 2 or bool_or(s.member_id not in (t.first_id, t.second_id) or s.other_id not in (t.first_id, t.second_id))`,
  'a message lost, doubled or out of its place': `
    select t.id from thread t left join thread_message m on m.thread_id = t.id
    group by t.id having count(m.*) <> t.last_place or max(m.place) <> t.last_place or min(m.place) <> 1`,
  'what waits for a side is not what it has not read': `
    select s.thread_id as id from thread_side s
    where s.unread <> (select count(*) from thread_message m
      where m.thread_id = s.thread_id and m.sender_id = s.other_id and m.read_at is null and m.place > s.deleted_place)`,
  'the newest message of a side is not the thread’s': `
    select s.thread_id as id from thread_side s join thread t on t.id = s.thread_id
      join thread_message m on m.thread_id = t.id and m.place = t.last_place
    where m.id <> s.last_message_id or m.created_at <> s.last_at`,
};

/** Checks the invariants of all threads, with no request in progress; returns the violations with ids. */
export async function auditMessages(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, query] of Object.entries(audits)) {
    const { rows } = await pool.query<{ id: string }>(query);
    if (rows.length > 0) broken.push(`${what}: ${rows.map(({ id }) => id).join(', ')}`);
  }
  return broken;
}
