import { currentFormat, formatUnit } from './format.ts';

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export function addMs(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/**
 * A relative time: `just now`, `22 min`, `5 hr`, `3 days` under seven days, then `12 Nov 2026`. A tooltip should have
 * the exact time.
 */
export function relativeTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  if (age < minuteMs) return 'just now';
  if (age < hourMs) return formatUnit(Math.floor(age / minuteMs), 'minute', 'short');
  if (age < dayMs) return formatUnit(Math.floor(age / hourMs), 'hour', 'short');
  if (age < 7 * dayMs) return formatUnit(Math.floor(age / dayMs), 'day', 'short');
  return dayMonthYear(at);
}

/** The same inside a sentence: `added 22 min ago`, `added 12 Nov 2026`. */
export function timeAgo(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  const words = relativeTime(at, now);
  return age >= minuteMs && age < 7 * dayMs ? `${words} ago` : words;
}

/** Created once each, which takes a hundred times as long as formatting. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions, at: Date): string {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
  formats.set(key, format);
  // Versions of ICU differ in this month only.
  return format.format(at).replace('Sept', 'Sep').replaceAll('\u202f', ' ');
}

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** The day of a moment in the reader's time zone: `12 Nov 2026`. */
export function dayMonthYear(at: Date): string {
  return formatIn(currentFormat().timeZone, day, at);
}

/** A calendar day, stored as midnight UTC: `12 Nov 2026` in every time zone. */
export function calendarDay(at: Date): string {
  return formatIn('UTC', day, at);
}

/** A calendar day whose year is clear: `12 Nov`. */
export function calendarMonthDay(at: Date): string {
  return formatIn('UTC', { day: 'numeric', month: 'short' }, at);
}

/** The month of a calendar day: `Nov`. */
export function calendarMonth(at: Date): string {
  return formatIn('UTC', { month: 'short' }, at);
}

/** A moment for its reader: `12 Nov 2026, 17:05`; `12 Nov 2026, 16:05 UTC` where their time zone is unknown. */
export function dateAndTime(at: Date): string {
  return `${dayMonthYear(at)}, ${timeOfDay(at)}`;
}

/** `17:05`, `5:05 pm` where the reader's country uses it, `16:05 UTC` where their time zone is unknown. */
export function timeOfDay(at: Date): string {
  const { timeZone, numbers } = currentFormat();
  if (timeZone === 'UTC') return `${at.toISOString().slice(11, 16)} UTC`;
  const hour12 = numbers === 'en-US' || numbers === 'en-CA' || numbers === 'en-AU';
  return formatIn(timeZone, { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit', hour12 }, at);
}

/** `12 Nov 2026, 16:05 UTC`: for readers in any time zone, as in emails. */
export function momentUtc(at: Date): string {
  return `${calendarDay(at)}, ${at.toISOString().slice(11, 16)} UTC`;
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
  return formatUnit(count, unit);
}

/** A wait in minutes, rounded up: `in 12 minutes`, `in 1 minute`. */
export function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `in ${formatUnit(minutes, 'minute')}`;
}

/** Time left until a moment: `3 days left`, `23 hr left`, `12 min left`, `ended`. */
export function timeLeft(until: Date, now: Date): string {
  const left = until.getTime() - now.getTime();
  if (left <= 0) return 'ended';
  if (left < hourMs) return `${formatUnit(Math.max(1, Math.floor(left / minuteMs)), 'minute', 'short')} left`;
  if (left < 2 * dayMs) return `${formatUnit(Math.floor(left / hourMs), 'hour', 'short')} left`;
  return `${formatUnit(Math.floor(left / dayMs), 'day', 'short')} left`;
}
