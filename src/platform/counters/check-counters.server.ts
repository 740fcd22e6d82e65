import type pg from 'pg';
import { connectionOf, type Db } from '#platform/db/db.ts';
import type { Frame } from '#platform/frame.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { DeletedMember } from '#platform/personal-data/forgetting.ts';
import type { Platform } from '#platform/platform.ts';

export interface Wrong {
  memberId: string;
  kind: string;
  kept: number;
  counted: number;
}

/** A log line lists no more than these. */
const maxListed = 20;
const lockKey = 7_305_160;

/** A deleted member reads no counters; what is left of theirs (a conversation, say) belongs to the other side. */
const isGone = (id: string) => `exists (select from auth_user u where u.id = ${id} and u.suspended_reason = 'deleted')`;

/**
 * Compares the stored numbers with a recount in one statement, so concurrent writes change both or neither. `$1` is a
 * member, or null for all.
 */
const wrong = (recount: string, kind: string) => `
  select member_id, coalesce(k.n, 0) as kept, coalesce(c.n, 0) as counted
  from (select member_id, n::int as n from (${recount}) r where $1::text is null or member_id = $1) c
  full join (select member_id, sum(n)::int as n from member_counter where kind = ${kind}::text and ($1::text is null or member_id = $1) group by 1) k using (member_id)
  where coalesce(k.n, 0) <> coalesce(c.n, 0) and not ${isGone('member_id')}`;

// The difference is added and the number is not overwritten: concurrent changes are not lost.
const mend = (recount: string) => `
  with wrong as (${wrong(recount, '$2')}), mended as (insert into member_counter (member_id, kind, n) select member_id, $2, counted - kept from wrong)
  select member_id as "memberId", $2::text as kind, kept, counted from wrong order by 1`;

/** Merges the rows that concurrent writers have added for one counter of a member, and deletes zeros. */
const fold = `
  with many as (select member_id, kind from member_counter group by 1, 2 having count(*) > 1 or sum(n) = 0),
  free as (select slot from member_counter join many using (member_id, kind) for update of member_counter skip locked),
  gone as (delete from member_counter where slot in (select slot from free) returning *)
  insert into member_counter (member_id, kind, n) select member_id, kind, sum(n) from gone group by 1, 2 having sum(n) <> 0`;

const sweep = `delete from member_counter c where ${isGone('c.member_id')}`;

/** Deletes the counters of a deleted member, in the caller's transaction, after their last change. */
export async function eraseCounters(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await connectionOf(tx.db).query('delete from member_counter where member_id = $1', [memberId]);
}

type Querying = Pick<pg.ClientBase, 'query'>;

const kindsOf = ({ counters }: Frame) =>
  Object.values(counters).flatMap((counter) => ('stored' in counter ? Object.entries(counter.stored.kinds) : []));

/** Stored numbers that differ from a recount; none, unless a write bypassed the triggers. */
export async function findWrong(connection: Querying, frame: Frame): Promise<Wrong[]> {
  const kinds = kindsOf(frame);
  const each = kinds.map(
    ([, recount], n) =>
      `select member_id as "memberId", $${n + 2}::text as kind, kept, counted from (${wrong(recount, `$${n + 2}`)}) w`,
  );
  const { rows } = await connection.query<Wrong>({
    name: 'wrong-counters',
    text: each.join(' union all '),
    values: [null, ...kinds.map(([kind]) => kind)],
  });
  return rows;
}

/**
 * Recounts for one member, or all, and repairs the stored numbers. Returns the wrong ones. Two concurrent calls would
 * repair twice: hold `lockKey`, or a lock on the member.
 */
export async function mendCounters(connection: Querying, frame: Frame, memberId: string | null): Promise<Wrong[]> {
  const found: Wrong[] = [];
  for (const [kind, recount] of kindsOf(frame))
    found.push(...(await connection.query<Wrong>(mend(recount), [memberId, kind])).rows);
  return found;
}

/** The nightly check: compares every stored number with a recount, repairs it, and logs the differences. */
export async function checkCounters({ db, frame, log }: Pick<Platform, 'db' | 'frame' | 'log'>): Promise<void> {
  const found = await db.transaction(async (tx) => {
    const connection = connectionOf(tx as Db);
    await connection.query('select pg_advisory_xact_lock($1)', [lockKey]);
    const mended = await mendCounters(connection, frame, null);
    await connection.query(fold);
    await connection.query(sweep);
    return mended;
  });
  if (found.length > 0)
    log.warn('counters were wrong and are mended', { wrong: found.length, first: found.slice(0, maxListed) });
  else log.info('counters are what there is');
}
