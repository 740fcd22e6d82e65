/** Face, pure: values that browser and server both need. */

/** Every limit of a want, in one place: forms state them, the server enforces them. */
export const wantLimits = {
  highestPrice: 100_000_000,
  quantity: 999,
  title: 120,
  line: 300,
  description: 2_000,
  answer: 1_800,
} as const;

/** `3 copies for sale fit`, before what they fit. */
export function copiesFit(count: number): string {
  return count === 1 ? '1 copy for sale fits' : `${count.toLocaleString('en')} copies for sale fit`;
}
