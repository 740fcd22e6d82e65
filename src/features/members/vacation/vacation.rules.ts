import { addMs, calendarDay, dayMs } from '#kernel/time.ts';

export const vacationLimits = { note: 200, longestDays: 90, aheadDays: 365 } as const;

export interface Period {
  startsAt: Date;
  endsAt: Date;
}

export const isWithin = ({ startsAt, endsAt }: Period, now: Date): boolean => startsAt <= now && now < endsAt;

const isSameDay = (a: Date, b: Date) => a.toISOString().slice(0, 10) === b.toISOString().slice(0, 10);

/**
 * Start and end of a requested vacation, or what is wrong with it, by field. `current` is the planned or current one: a
 * request with the same first day changes it, any other is refused. Today starts now.
 */
export function planVacation(
  { from, to }: { from: Date; to: Date },
  current: Period | null,
  now: Date,
): Period | Record<string, string> {
  const isChange = current !== null && isSameDay(from, current.startsAt);
  if (current && !isChange) return { from: overlapProblem(current, now) };
  const startsAt = isChange && current.startsAt <= now ? current.startsAt : from >= now ? from : now;
  if (from < now && !isChange && !isSameDay(from, now))
    return { from: 'This day is in the past. Choose today or a later day.' };
  if (from > addMs(now, vacationLimits.aheadDays * dayMs)) return { from: 'Choose a day within a year from now.' };
  if (to <= now || to <= startsAt) return { to: 'Choose a return date after the first day and after today.' };
  if (to > addMs(startsAt, vacationLimits.longestDays * dayMs))
    return { to: `Choose a return date at most ${vacationLimits.longestDays} days after the first day.` };
  return { startsAt, endsAt: to };
}

export const isPeriod = (result: Period | Record<string, string>): result is Period => result.startsAt instanceof Date;

function overlapProblem({ startsAt, endsAt }: Period, now: Date): string {
  const dates = `from ${calendarDay(startsAt)} to ${calendarDay(endsAt)}`;
  return startsAt <= now
    ? `You’re already away ${dates}. End that vacation first, or enter its first day to change it.`
    : `You already planned a vacation ${dates}. Cancel it first, or enter its first day to change it.`;
}

/** The end of a wait of this length that starts at `from` and is paused during these periods. */
export function endOfWait(from: Date, waitsMs: number, pauses: readonly Period[]): Date {
  let at = from.getTime();
  let left = waitsMs;
  for (const { startsAt, endsAt } of [...pauses].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const [start, end] = [startsAt.getTime(), endsAt.getTime()];
    if (end <= at) continue;
    if (start - at >= left) break;
    left -= Math.max(0, start - at);
    at = end;
  }
  return new Date(at + left);
}
