/** Public API, pure: values for browser and server. */

import { formatNumber, plural } from '#kernel/format.ts';

/** Limits of a list that are the same for all tiers, for the forms and the server. */
export const listLimits = { name: 80, fileBytes: 1024 * 1024, pastedBytes: 512 * 1024, rows: 1_000 } as const;

/** `3 cards`, of the lines of a list. */
export const linesInWords = (count: number): string => plural(count, { one: '# card', other: '# cards' });

/** `Available now: 2 of 5 cards`. */
export function availableInWords(available: number, lines: number): string {
  const number = formatNumber(available);
  return plural(lines, { one: `Available now: ${number} of # card`, other: `Available now: ${number} of # cards` });
}

export const visibilityName = (isPublic: boolean): string => (isPublic ? 'Public, without your name' : 'Private');

export const waitingInWords = (rows: number) => plural(rows, { one: '# row to review', other: '# rows to review' });
