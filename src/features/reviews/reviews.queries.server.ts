import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { findPublicId, findSellers } from '#features/members/index.server.ts';
import { cursorPart, pageOf, readCursor } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { deletedName, profileNotFound } from '#kernel/specified-texts.ts';
import type { Db } from '#platform/db/db.ts';
import type { Review, ReviewPage } from './contract.ts';
import { type ReviewRow, review } from './model/review.tables.ts';

const everybodySees = and(isNotNull(review.shownAt), isNull(review.hiddenAt));

/** The reviews of a member that are shown, newest first. Refuses an unknown member (404). */
export async function listReviewsOf(
  db: Db,
  viewerId: string | null,
  idOrUsername: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ReviewPage> {
  const memberId = await findPublicId(db, idOrUsername);
  if (memberId === null) throw notFound(profileNotFound);
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const rows = await db
    .select()
    .from(review)
    .where(
      and(
        eq(review.memberId, memberId),
        everybodySees,
        after ? sql`(${review.shownAt}, ${review.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined,
      ),
    )
    .orderBy(desc(review.shownAt), desc(review.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, ({ shownAt, id }) => [shownAt?.toISOString() ?? null, id]);
  return { items: await present(db, viewerId, page.items), nextCursor: page.nextCursor };
}

/** The numbers of a member's shown reviews with one star, two, up to five. */
export async function countStars(db: Db, memberId: string): Promise<number[]> {
  const rows = await db
    .select({ rating: review.rating, count: sql<number>`count(*)::int` })
    .from(review)
    .where(and(eq(review.memberId, memberId), everybodySees))
    .groupBy(review.rating);
  return [1, 2, 3, 4, 5].map((stars) => rows.find(({ rating }) => rating === stars)?.count ?? 0);
}

/** The reviews of an order that one of its sides may see: its own, and the other's once it is shown. */
export async function reviewsOfOrder(db: Db, viewerId: string, orderId: string): Promise<Review[]> {
  const mine = or(eq(review.authorId, viewerId), everybodySees);
  return present(
    db,
    viewerId,
    await db
      .select()
      .from(review)
      .where(and(eq(review.orderId, orderId), mine))
      .orderBy(review.createdAt),
  );
}

/** One review, for its author or a member who may read it. */
export async function getReview(db: Db, viewerId: string, id: string): Promise<Review> {
  const [found] = await present(db, viewerId, await db.select().from(review).where(eq(review.id, id)));
  if (!found) throw new RangeError('a review that was written is gone');
  return found;
}

async function present(db: Db, viewerId: string | null, rows: readonly ReviewRow[]): Promise<Review[]> {
  const authors = await findSellers(
    db,
    rows.map(({ authorId }) => authorId),
  );
  return rows.map((row) => ({
    id: row.id,
    orderId: viewerId === row.authorId || viewerId === row.memberId ? row.orderId : null,
    author: { id: row.authorId, username: authors.get(row.authorId)?.username ?? deletedName },
    memberId: row.memberId,
    rating: row.rating,
    text: row.text,
    reply: row.reply !== null && row.repliedAt ? { text: row.reply, at: row.repliedAt.toISOString() } : null,
    counts: row.counts,
    shownAt: row.shownAt?.toISOString() ?? null,
    showsAt: row.showsAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    hidden: row.hiddenAt !== null && viewerId === row.authorId ? { reason: row.hiddenReason ?? '' } : null,
  }));
}
