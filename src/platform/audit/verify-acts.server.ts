import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Trouble } from '#platform/troubles/trouble.ts';

export interface ChainState {
  /** The last line up to which every act is unchanged. */
  wholeTo: number;
  /** The hash at the end of the chain. Stored elsewhere, it detects a log that was rewritten as a whole. */
  hash: string;
  /** The first broken line and the reason; null when the chain is intact. */
  broken: { line: number; what: string } | null;
}

const sentences = {
  missing: 'the line before it is missing',
  changed: 'its content was changed',
  unlinked: 'it doesn’t continue the line before it',
  cut: 'the newest lines are missing',
  unchained: 'an entry was added outside the chain',
  endless: 'the end of the chain is missing, so newer lines may have been deleted',
} as const;

/**
 * Verifies the hash chain of admins' acts. Every line has the hash of the previous one and of its own content,
 * recomputed here by PostgreSQL's own functions and not by the trigger that wrote it. `from`: verifies only the newest
 * part, and trusts the line before it.
 */
export async function verifyActs(db: Db, from = 1): Promise<ChainState> {
  const { rows } = await db.execute<{
    line: number;
    what: keyof typeof sentences | null;
    last: number | null;
    head: string | null;
  }>(sql`
    with walked as (
      select line, hash, before_hash, lag(line) over w as last_line, lag(hash) over w as last_hash,
        encode(sha256(convert_to(jsonb_build_array(line, before_hash, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), by, act, subject, data)::text,
          'UTF8')), 'hex') as should
      from audit_log where line >= ${from} window w as (order by line)
    ), judged as (
      select line, case
        when line <> coalesce(last_line, ${from - 1}) + 1 then 'missing'
        when before_hash is distinct from coalesce(last_hash, case when line = 1 then '' else before_hash end) then 'unlinked'
        when hash is distinct from should then 'changed' end as what
      from walked
    ), ends as (select audit_chain.line as last, audit_chain.hash as head, (select max(line) from audit_log) as newest
      from (select 1) as one left join audit_chain on true)
    (select line, what, last, head from judged, ends where what is not null order by line limit 1)
    union all
    select coalesce(newest, 0) + 1, case
      when last is null then 'endless'
      when newest is distinct from nullif(last, 0) or head <> coalesce((select hash from audit_log where line = newest), '') then 'cut'
      when exists (select 1 from audit_log where line is null) then 'unchained' end, last, head
    from ends`);
  const [end] = rows;
  const first = rows.filter(({ what }) => what !== null).sort((a, b) => a.line - b.line)[0];
  const hash = end?.head ?? '';
  if (!first?.what) return { wholeTo: end?.last ?? 0, hash, broken: null };
  return { wholeTo: first.line - 1, hash, broken: { line: first.line, what: sentences[first.what] } };
}

/** How many of the newest lines are verified at each check of the troubles. */
const recentLines = 500;

export const auditTroubles: readonly Trouble[] = [
  {
    name: 'audit.broken',
    severity: 'urgent',
    sentence: 'The audit log was changed.',
    advice: {
      sentence:
        'An entry was changed in the database. Run “npm run admin -- audit verify” for its line, and compare it with a backup.',
      to: '/admin/audit',
    },
    count: async (db) => {
      const { rows } = await db.execute<{ line: number }>(sql`select line from audit_chain`);
      const state = await verifyActs(db, Math.max(1, (rows[0]?.line ?? 0) - recentLines));
      return state.broken ? 1 : 0;
    },
  },
];
