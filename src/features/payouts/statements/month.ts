import { calendarMonth } from '#kernel/time.ts';

/** A month of statements and invoices: `2026-11`. Months are in UTC, which has no daylight saving time. */
export const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/;

export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** The start of the next month. */
export function endOfMonth(month: string): Date {
  const start = startOfMonth(month);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
}

/** `Nov 2026`. */
export const monthName = (month: string): string => `${calendarMonth(startOfMonth(month))} ${month.slice(0, 4)}`;
