import { dayMonthYear } from '#kernel/time.ts';

/** What happens to the listings of a marked trader while data is missing. */
export function untilWhen(dueAt: Date | null, now: Date): string {
  return dueAt === null || dueAt <= now
    ? 'What you have for sale is paused until then.'
    : `What you have for sale stays until ${dayMonthYear(dueAt)}; what is missing then pauses it until it is there.`;
}
