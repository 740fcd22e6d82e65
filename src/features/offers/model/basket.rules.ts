interface Priced {
  /** The price of one copy. */
  amount: number;
  quantity: number;
}

export interface Split {
  /** For one copy of each line, in their order. */
  shares: number[];
  /**
   * The remainder that could not be split, since all copies of a line cost the same; 0 where the shares add up to the
   * amount.
   */
  left: number;
}

/**
 * One amount over several lines: each copy's share is to its price as the amount is to all prices, rounded down to the
 * cent; the cents that remain go to the lines with the largest remainders, one for each copy of a line, the earlier
 * line first where they are equal.
 */
export function splitOver(amount: number, lines: readonly Priced[]): Split {
  const listed = lines.reduce((sum, line) => sum + BigInt(line.amount) * BigInt(line.quantity), 0n);
  const shared = lines.map((line, n) => {
    const whole = BigInt(amount) * BigInt(line.amount);
    return { n, share: Number(whole / listed), remainder: whole % listed, quantity: line.quantity };
  });
  let left = amount - shared.reduce((sum, { share, quantity }) => sum + share * quantity, 0);
  for (const line of shared.toSorted((a, b) =>
    a.remainder === b.remainder ? a.n - b.n : a.remainder > b.remainder ? -1 : 1,
  )) {
    if (line.remainder === 0n || line.quantity > left) continue;
    line.share += 1;
    left -= line.quantity;
  }
  return { shares: shared.map(({ share }) => share), left };
}

/** The nearest amount below that can be split over the lines to the cent; null where none of the next thousand can. */
export function splittableBelow(amount: number, lines: readonly Priced[]): number | null {
  for (let near = amount - 1; near > 0 && near > amount - 1_000; near--)
    if (splitOver(near, lines).left === 0) return near;
  return null;
}
