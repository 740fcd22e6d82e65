import { formatNumber } from '#kernel/format.ts';
/** Public API, pure: values for browser and server. */

/** Limits of a want, for the forms and the server. */
export const wantLimits = {
  highestPrice: 100_000_000,
  quantity: 999,
  title: 120,
  line: 300,
  description: 2_000,
  answer: 1_800,
} as const;

/** `3 copies for sale fit`, the start of a sentence. */
export function copiesFit(count: number): string {
  return count === 1 ? '1 copy for sale fits' : `${formatNumber(count)} copies for sale fit`;
}
