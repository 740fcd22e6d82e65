/** Face, pure: the times of reviews in words, for pages that tell of them. */
import { hourMs, lasting } from '#kernel/time.ts';
import { reviewTimes } from './review.rules.ts';

export const reviewPromises = {
  writeWithin: lasting(reviewTimes.writeWithinMs),
  showAfter: lasting(reviewTimes.showAfterMs),
  editWithin: `${reviewTimes.editWithinMs / hourMs} hours`,
  countsAgain: lasting(reviewTimes.countsAgainMs),
} as const;
