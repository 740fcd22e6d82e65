/** The sums of a member's reviews. */
export interface ReviewStatistics {
  /** The number of reviews. */
  count: number;
  /** The sum of their stars, each 1 to 5. */
  stars: number;
}

/** The average with two decimals, half rounded up; null for no reviews (EN-02). Throws for impossible sums. */
export function averageRating({ count, stars }: ReviewStatistics): number | null {
  const isPossible =
    Number.isInteger(count) && Number.isInteger(stars) && count >= 0 && stars >= count && stars <= 5 * count;
  if (!isPossible) throw new RangeError(`${count} reviews cannot have ${stars} stars`);
  return count === 0 ? null : Math.round((stars * 100) / count) / 100;
}
