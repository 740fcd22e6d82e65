export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export function addMs(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/**
 * A relative time: `just now`, `22 min`, `5 h`, `3 d` under seven days, then `12 Nov 2026`. A tooltip should have the
 * exact time.
 */
export function relativeTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  if (age < minuteMs) return 'just now';
  if (age < hourMs) return `${Math.floor(age / minuteMs)} min`;
  if (age < dayMs) return `${Math.floor(age / hourMs)} h`;
  if (age < 7 * dayMs) return `${Math.floor(age / dayMs)} d`;
  return dayMonthYear(at);
}

/** The same inside a sentence: `added 22 min ago`, `added 12 Nov 2026`. */
export function timeAgo(at: Date, now: Date): string {
  const words = relativeTime(at, now);
  return /\d (min|h|d)$/.test(words) ? `${words} ago` : words;
}

/** Created once, which takes a hundred times as long as formatting. */
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `12 Nov 2026`, in UTC so that server and browser render the same text. */
export function dayMonthYear(at: Date): string {
  return days.format(at);
}

/** `12 Nov 2026, 16:05 UTC`: for readers in any time zone, as in emails. */
export function momentUtc(at: Date): string {
  return `${dayMonthYear(at)}, ${at.toISOString().slice(11, 16)} UTC`;
}

/** A duration in the largest whole unit: `30 minutes`, `1 hour`, `7 days`. */
export function lasting(ms: number): string {
  const units = [
    ['day', dayMs],
    ['hour', hourMs],
    ['minute', minuteMs],
    ['second', secondMs],
  ] as const;
  const [unit, unitMs] = units.find(([, length]) => ms >= length && ms % length === 0) ?? ['second', secondMs];
  const count = Math.round(ms / unitMs);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** A wait in minutes, rounded up: `in 12 minutes`, `in 1 minute`. */
export function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `in ${minutes} minute${minutes === 1 ? '' : 's'}`;
}

/** Time left until a moment: `23 h left`, `12 min left`, `ended`. */
export function timeLeft(until: Date, now: Date): string {
  const left = until.getTime() - now.getTime();
  if (left <= 0) return 'ended';
  if (left < hourMs) return `${Math.max(1, Math.floor(left / minuteMs))} min left`;
  if (left < 2 * dayMs) return `${Math.floor(left / hourMs)} h left`;
  return `${Math.floor(left / dayMs)} d left`;
}
