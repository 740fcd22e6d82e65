import { setFacts } from '#features/members/index.server.ts';
import { firstAnswersOf } from '#features/messages/index.server.ts';
import { saleCoursesOf } from '#features/orders/index.server.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { factsSince, nextRecount } from '../model/facts.rules.ts';
import { readFacts } from './facts.queries.server.ts';

/**
 * Rows that are not what the orders and conversations say become so, others stay; answers how many were put right. The
 * first time all of them are.
 */
const mend = (table: string, key: string, whose: string, said: readonly [column: string, type: string][]) => {
  const names = said.map(([column]) => column);
  const fresh = `jsonb_to_recordset($2::jsonb) as f (${[[key, 'text'], ...said].map((each) => each.join(' ')).join(', ')})`;
  return `with fresh as (select * from ${fresh}),
    gone as (delete from ${table} k where k.${whose} = $1 and not exists (select from fresh f where f.${key} = k.${key}) returning 1),
    put as (insert into ${table} (${key}, ${whose}, ${names.join(', ')}) select ${key}, $1, ${names.join(', ')} from fresh
      on conflict (${key}) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
      where (${names.map((name) => `${table}.${name}`).join(', ')}) is distinct from (${names.map((name) => `excluded.${name}`).join(', ')}) returning 1)
    select (select count(*) from gone)::int as gone, (select count(*) from put)::int as put`;
};
const mendSales = mend('sale_fact', 'order_id', 'seller_id', [
  ['paid_at', 'timestamptz'],
  ['ship_seconds', 'int'],
  ['is_canceled', 'boolean'],
  ['is_reported', 'boolean'],
  ['is_settled', 'boolean'],
]);
const mendAnswers = mend('answer_fact', 'thread_id', 'member_id', [
  ['answered_at', 'timestamptz'],
  ['wait_seconds', 'int'],
]);

/**
 * Counts a member's facts from the orders and conversations themselves; the caller holds them. What has left the window
 * goes. Answers how many rows were wrong or missing.
 */
export async function recountFacts(tx: Tx, memberId: string, now: Date): Promise<number> {
  const since = factsSince(now);
  const db = connectionOf(tx.db);
  const sales = (await saleCoursesOf(tx.db, memberId, since)).map((sale) => ({
    order_id: sale.orderId,
    paid_at: sale.paidAt,
    ship_seconds: sale.shipSeconds,
    is_canceled: sale.isCanceled,
    is_reported: sale.isReported,
    is_settled: sale.isSettled,
  }));
  const answers = (await firstAnswersOf(tx.db, memberId, since)).map(({ threadId, answeredAt, waitSeconds }) => ({
    thread_id: threadId,
    answered_at: answeredAt,
    wait_seconds: waitSeconds,
  }));
  const mended = [
    await db.query<{ put: number }>(mendSales, [memberId, JSON.stringify(sales)]),
    await db.query<{ put: number }>(mendAnswers, [memberId, JSON.stringify(answers)]),
  ];
  const times = [...sales.map((row) => row.paid_at.getTime()), ...answers.map((row) => row.answered_at.getTime())];
  const oldest = times.length === 0 ? null : new Date(times.reduce((least, each) => Math.min(least, each)));
  await db.query('update member_facts set renew_at = $2 where member_id = $1', [memberId, nextRecount(oldest, now)]);
  await setFacts(tx, memberId, await readFacts(tx.db, memberId, now));
  return mended.reduce((sum, { rows }) => sum + (rows[0]?.put ?? 0), 0);
}
