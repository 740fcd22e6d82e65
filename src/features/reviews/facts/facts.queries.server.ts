import type { MeasuredFacts } from '#features/members/contract.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { type FactSums, factsOf, factsSince } from '../model/facts.rules.ts';

const text = `select s.*, a.* from (select count(*)::int as orders, count(ship_seconds)::int as sent,
    percentile_cont(0.5) within group (order by ship_seconds) as "shipMedian", count(*) filter (where is_canceled)::int as canceled,
    count(*) filter (where is_reported)::int as reported, count(*) filter (where is_settled)::int as settled
    from sale_fact where seller_id = $1 and paid_at > $2) s,
  (select count(*)::int as answers, percentile_cont(0.5) within group (order by wait_seconds) as "replyMedian"
    from answer_fact where member_id = $1 and answered_at > $2) a`;

/**
 * The facts from a member's stored rows at this moment: a median can't be updated incrementally, so it is computed from
 * the rows whenever one changes, and read from the profile.
 */
export async function readFacts(db: Db, memberId: string, now: Date): Promise<MeasuredFacts> {
  const { rows } = await connectionOf(db).query<FactSums>({
    name: 'reviews-facts',
    text,
    values: [memberId, factsSince(now)],
  });
  const [sums] = rows;
  if (!sums) throw new RangeError('a count answered nothing');
  return factsOf(sums);
}
