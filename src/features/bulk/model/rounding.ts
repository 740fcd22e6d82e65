/** How the prices of a change end: in 9 or 5 cents, or without cents. */
export const roundings = ['ends_in_9', 'ends_in_5', 'whole'] as const;
export type Rounding = (typeof roundings)[number];

const endings: Record<Rounding, { step: number; end: number }> = {
  ends_in_9: { step: 10, end: 9 },
  ends_in_5: { step: 10, end: 5 },
  whole: { step: 100, end: 0 },
};

/**
 * The nearest amount with this ending that is within the bounds, in minor units. Where there is none, and where the
 * nearest is not above zero, the amount stays.
 */
export function roundAmount(
  amount: number,
  rounding: Rounding | null,
  { least = 1, most = Number.POSITIVE_INFINITY }: { least?: number | undefined; most?: number | undefined } = {},
): number {
  if (rounding === null) return amount;
  const { step, end } = endings[rounding];
  const nearest = Math.round((amount - end) / step) * step + end;
  if (nearest <= 0) return amount;
  const bounded = nearest < least ? nearest + step : nearest > most ? nearest - step : nearest;
  return bounded < least || bounded > most ? amount : bounded;
}
