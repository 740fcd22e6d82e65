import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { lockMember, setRating } from '#features/members/index.server.ts';
import { orderWeights } from '#features/orders/index.server.ts';
import { connectionOf } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { countsBeside, mayCount, reviewTimes } from './review.rules.ts';
import { type ReviewRow, review, reviewStatistics } from './review.tables.ts';

/**
 * Whether a review that is public since `shownAt` is part of the reviewed member's average: its order allows it
 * (`mayCount`), and no other review of the same pair counts near it. Reviews of one member are decided one after the
 * other, also while that member's account is being deleted: the deletion may be undone.
 */
export async function countsInRating(tx: Tx, row: ReviewRow, shownAt: Date): Promise<boolean> {
  await lockStatistics(tx, row.memberId);
  const weights = await orderWeights(tx.db, [row.orderId]);
  return (
    mayCount(row.rating, weights.get(row.orderId) ?? 'none') &&
    countsBeside(await countedNear(tx, row, shownAt), shownAt)
  );
}

/**
 * Sets a member's rating to the sum of their counting reviews, and updates the profile. Does nothing for a deleted
 * member.
 */
export async function recountRating(tx: Tx, memberId: string): Promise<void> {
  // Before the statistics, as a deletion takes them.
  if (!(await lockMember(tx, memberId))) return;
  await lockStatistics(tx, memberId);
  const [counted = { count: 0, stars: 0 }] = await tx.db
    .select({ count: sql<number>`count(*)::int`, stars: sql<number>`coalesce(sum(${review.rating}), 0)::int` })
    .from(review)
    .where(and(eq(review.memberId, memberId), eq(review.counts, true)));
  await tx.db.update(reviewStatistics).set(counted).where(eq(reviewStatistics.memberId, memberId));
  await setRating(tx, memberId, counted);
}

async function lockStatistics(tx: Tx, memberId: string): Promise<void> {
  const db = connectionOf(tx.db);
  await db.query('insert into review_statistics (member_id, count, stars) values ($1, 0, 0) on conflict do nothing', [
    memberId,
  ]);
  await db.query('select 1 from review_statistics where member_id = $1 for update', [memberId]);
}

async function countedNear(tx: Tx, { id, authorId, memberId }: ReviewRow, shownAt: Date): Promise<Date[]> {
  const [from, to] = [-1, 1].map((way) => new Date(shownAt.getTime() + way * reviewTimes.countsAgainMs)) as [
    Date,
    Date,
  ];
  const ofPair = and(
    eq(review.authorId, authorId),
    eq(review.memberId, memberId),
    eq(review.counts, true),
    ne(review.id, id),
  );
  const rows = await tx.db
    .select({ shownAt: review.shownAt })
    .from(review)
    .where(and(ofPair, gt(review.shownAt, from), lt(review.shownAt, to)));
  return rows.flatMap((row) => row.shownAt ?? []);
}

/** Ids of members whose statistics or profile say something else than their counting reviews. */
async function findWrongRatings(pool: Platform['pool']): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(`
    with counted as (select member_id, count(*)::int as count, sum(rating)::int as stars from review where counts group by member_id)
    select p.user_id as id from profile p left join counted c on c.member_id = p.user_id left join review_statistics s on s.member_id = p.user_id
    where p.deleted_at is null
      and (coalesce(s.count, 0), coalesce(s.stars, 0), p.rating_count, p.rating::numeric)
        is distinct from (coalesce(c.count, 0), coalesce(c.stars, 0), coalesce(c.count, 0), round(c.stars::numeric / c.count, 2))
    order by p.user_id`);
  return rows.map(({ id }) => id);
}

/** Corrects ratings that do not match the reviews, and logs how many: none in a healthy system. */
export async function reconcileRatings(platform: Platform): Promise<void> {
  const wrong = await findWrongRatings(platform.pool);
  for (const memberId of wrong) await write(platform, (tx) => recountRating(tx, memberId));
  if (wrong.length > 0) platform.log.warn('ratings are counted again', { members: wrong.length });
}
