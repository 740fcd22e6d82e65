import { calendarDay, calendarMonth, calendarMonthDay, dayMs } from '#kernel/time.ts';
import { openDays } from '../price.rules.ts';

/** A date under the chart: its time, and how it is written. */
export interface AxisDate {
  time: number;
  label: string;
}

/** Beyond so many days the dates are months. */
const monthsBeyond = 200;
/** Parts that a shorter period is divided into. */
const parts = 4;

/** Midnight UTC of a date such as `2026-11-12`. */
export const timeOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** The first and last day of a period that ends today, as times. */
export function spanOf(today: string, days: number): [from: number, to: number] {
  const to = timeOf(today);
  return [to - days * dayMs, to];
}

/** Five dates of a period, or of a year the first day of every second month. */
export function axisDates([from, to]: [number, number]): AxisDate[] {
  const days = Math.round((to - from) / dayMs);
  if (days > monthsBeyond) return monthsOf(from, to);
  return Array.from({ length: parts + 1 }, (_, n) => {
    const time = from + Math.round((days * n) / parts) * dayMs;
    return { time, label: calendarMonthDay(new Date(time)) };
  });
}

function monthsOf(from: number, to: number): AxisDate[] {
  const start = new Date(from);
  const skipped = start.getUTCDate() === 1 ? 0 : 1;
  const months = [0, 2, 4, 6, 8, 10].map((n) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + skipped + n, 1));
  return months.filter((time) => time <= to).map((time) => ({ time, label: calendarMonth(new Date(time)) }));
}

/** When a figure is drawn: a day's on the day, a week's in the middle of the week, among its sales. */
export function placeOf(date: string, days: number, [from, to]: [number, number]): number {
  return Math.min(to, Math.max(from, timeOf(date) + (days > openDays ? 3 * dayMs : 0)));
}

/** The day or week of a figure, in words. */
export function periodOf(date: string, days: number): string {
  const day = calendarDay(new Date(timeOf(date)));
  return days > openDays ? `Week of ${day}` : day;
}
