import { eq } from 'drizzle-orm';
import { firstOf } from '#kernel/first-of.ts';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { ThreadSubject } from '#platform/thread-subject.ts';
import type { InspectedReview } from '../contract.ts';
import { unknownReview } from '../model/review.policy.ts';
import { type ReviewRow, review } from '../model/review.tables.ts';

/** For admins: a review that is shown, or was until it was hidden. Refuses any other (404). */
export async function inspectReview(db: Db, id: string): Promise<InspectedReview> {
  const row = await findShown(db, id);
  if (!row) throw notFound(unknownReview);
  const { orderId, authorId, memberId, rating, text, reply, counts, shownAt, hiddenAt, hiddenBy, hiddenReason } = row;
  return {
    id,
    orderId,
    authorId,
    memberId,
    rating,
    text,
    reply,
    counts,
    shownAt: shownAt?.toISOString() ?? null,
    hidden: hiddenAt && { at: hiddenAt.toISOString(), by: hiddenBy, reason: hiddenReason ?? '' },
  };
}

/** The stars and the first words of a review, for records about it. */
export function reviewTitle({ rating, text }: Pick<ReviewRow, 'rating' | 'text'>): string {
  const stars = `${rating} of 5 stars`;
  if (text === null) return stars;
  return `${stars}: ${text.length > 60 ? `${firstOf(text, 60).trimEnd()}…` : text}`;
}

/** The subject of reports about a review; there are no conversations about one. */
export const reviewSubject: ThreadSubject = {
  async find({ db }, _viewerId, id) {
    const row = await findShown(db, id);
    if (!row || row.hiddenAt !== null) return null;
    return {
      id,
      title: reviewTitle(row),
      to: `/profile/${row.memberId}?tab=reviews#reviews`,
      with: [],
      of: row.authorId,
    };
  },
  async freeze(tx, id) {
    const row = await findShown(tx.db, id);
    return row && { text: row.text, price: null, condition: null, photos: [] };
  },
};

async function findShown(db: Db, id: string): Promise<ReviewRow | null> {
  const [row] = isId(id) ? await db.select().from(review).where(eq(review.id, id)) : [];
  return row && row.shownAt !== null ? row : null;
}
