import { dayMonthYear } from '#kernel/time.ts';

/** What happens to the listings of a marked trader while data is missing. */
export function untilWhen(dueAt: Date | null, now: Date): string {
  return dueAt === null || dueAt <= now
    ? 'Your listings are paused until your details are complete.'
    : `Your listings stay for sale until ${dayMonthYear(dueAt)}. After that, they are paused until your details are complete.`;
}
