/** Public API without server code: the times of reviews in words, and the URLs of share pictures, for pages. */
import type { PublicProfile } from '#features/members/contract.ts';
import { hourMs, lasting } from '#kernel/time.ts';
import { reviewTimes } from './model/review.rules.ts';

/**
 * The URL of a member's share picture. It contains what the picture shows, so that sites that cache pictures forever
 * request it again after a change.
 */
export function sharePictureOf({
  id,
  rating,
  ratingCount,
  totalSales,
}: Pick<PublicProfile, 'id' | 'rating' | 'ratingCount' | 'totalSales'>): string {
  return `/og/members/${id}.webp?says=${rating ?? 'new'}-${ratingCount}-${totalSales}`;
}

export const reviewDeadlines = {
  writeWithin: lasting(reviewTimes.writeWithinMs),
  showAfter: lasting(reviewTimes.showAfterMs),
  editWithin: `${reviewTimes.editWithinMs / hourMs} hours`,
  countsAgain: lasting(reviewTimes.countsAgainMs),
} as const;
