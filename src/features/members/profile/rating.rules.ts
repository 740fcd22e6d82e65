/** What the reviews of a member add up to. */
export interface ReviewStatistics {
  /** How many there are. */
  count: number;
  /** The sum of their stars, each 1 to 5. */
  stars: number;
}

/**
 * The average with two decimals, a half rounded up; null where nobody has reviewed yet (EN-02). Refuses sums that no
 * reviews have.
 */
export function averageRating({ count, stars }: ReviewStatistics): number | null {
  const isPossible =
    Number.isInteger(count) && Number.isInteger(stars) && count >= 0 && stars >= count && stars <= 5 * count;
  if (!isPossible) throw new RangeError(`${count} reviews cannot have ${stars} stars`);
  return count === 0 ? null : Math.round((stars * 100) / count) / 100;
}
