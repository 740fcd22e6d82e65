import { hideReview, releaseReview, reviewTitle } from '#features/reviews/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { HouseRule } from '../model/decision.rules.ts';
import type { Alongside } from './decide-on-listing.server.ts';
import { endDecisions, recordDecision } from './record-decision.server.ts';

interface HideReview {
  reviewId: string;
  /** The admin's id. */
  by: string;
  reason: string;
  rule?: HouseRule | undefined;
  reportId?: string | undefined;
}

/**
 * An admin hides a review by a decision, which its author reads with its rule and may appeal. Refuses as `hideReview`
 * of reviews.
 */
export function hideReviewByDecision(
  platform: Platform,
  { rule, reportId, ...which }: HideReview,
  alongside?: Alongside,
): Promise<void> {
  const { by, reason } = which;
  return hideReview(platform, which, async (tx, row, now) => {
    const subject = { id: row.id, title: reviewTitle(row) };
    await recordDecision(
      tx,
      { memberId: row.authorId, act: 'review_hidden', subject, rule: rule ?? 'honest', reason, reportId, by },
      now,
    );
    await alongside?.(tx, now);
  });
}

/** Shows it again. Refuses as `releaseReview`. */
export function showReviewAgain(platform: Platform, which: { reviewId: string; by: string }): Promise<void> {
  return releaseReview(platform, which, (tx, { id }, now) =>
    endDecisions(tx, { act: 'review_hidden', subjectId: id }, now),
  );
}
