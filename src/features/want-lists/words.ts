import { formatNumber } from '#kernel/format.ts';
/** Public API, pure: values for browser and server. */

/** Limits of a list that are the same for all tiers, for the forms and the server. */
export const listLimits = { name: 80, fileBytes: 1024 * 1024, pastedBytes: 512 * 1024, rows: 1_000 } as const;

/** `3 lines`. */
export const linesInWords = (count: number): string => (count === 1 ? '1 line' : `${formatNumber(count)} lines`);

/** `2 of 5 lines can be had`. */
export function availableInWords(available: number, lines: number): string {
  return `${formatNumber(available)} of ${linesInWords(lines)} can be had now`;
}
