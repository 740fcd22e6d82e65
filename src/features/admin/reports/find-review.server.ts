import { listNames } from '#features/members/index.server.ts';
import { hideReviewByDecision, showReviewAgain } from '#features/moderation/index.server.ts';
import { inspectReview } from '#features/reviews/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { adminPolicy } from '../admin.policy.ts';
import { adminSecurity } from '../admin.security.ts';
import { type ReviewFactsView, reviewFactsSchema } from '../contract.ts';

/**
 * A review with the names of its author and its subject and the actions of this admin. Refuses an unknown one, and one
 * that is not shown yet (404).
 */
export function inspectNamedReview(
  platform: Pick<Platform, 'db' | 'security'>,
  id: string,
  adminId: string,
): Promise<ReviewFactsView> {
  return platform.security.follow(adminSecurity.read, { what: 'review' }, look(platform, id, adminId), (review) => ({
    subject: review.id,
  }));
}

/** Hides a review with a reason, or shows it again (`reason: null`). Refuses its author and its subject (403). */
export async function decideReview(
  platform: Platform,
  adminId: string,
  reviewId: string,
  reason: string | null,
): Promise<void> {
  adminPolicy.check(
    { id: adminId, role: 'admin' },
    'hide or show a review',
    await inspectReview(platform.db, reviewId),
  );
  if (reason === null) await showReviewAgain(platform, { reviewId, by: adminId });
  else await hideReviewByDecision(platform, { reviewId, by: adminId, reason });
}

async function look({ db }: Pick<Platform, 'db'>, id: string, adminId: string): Promise<ReviewFactsView> {
  const review = await inspectReview(db, id);
  const names = await listNames(db, [review.authorId, review.memberId]);
  const mayDecide = adminPolicy.may({ id: adminId, role: 'admin' }, 'hide or show a review', review) === true;
  return reviewFactsSchema.parse({
    ...review,
    authorName: names.get(review.authorId) ?? null,
    memberName: names.get(review.memberId) ?? null,
    may: mayDecide ? [review.hidden ? 'release' : 'hide'] : [],
  });
}
