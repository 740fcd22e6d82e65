/** Face, pure: the times of reviews in words, and where share pictures are, for pages. */
import type { PublicProfile } from '#features/members/contract.ts';
import { hourMs, lasting } from '#kernel/time.ts';
import { reviewTimes } from './model/review.rules.ts';

/**
 * Where a member's share picture is. What it says stands in the address, so that sites that keep pictures for ever ask
 * anew.
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
