import { addMs, dayMs, hourMs } from './time.ts';

/** How often a member is told: the moment it happens, or what came together in one mail. */
export const frequencies = ['now', 'daily', 'weekly'] as const;
export type Frequency = (typeof frequencies)[number];

export const frequencyNames: Readonly<Record<Frequency, string>> = {
  now: 'At once',
  daily: 'Once a day',
  weekly: 'Once a week',
};

/** Mails of a day and of a week go at seven, so that whoever has both gets one. */
const hourOfMails = 7;
const monday = 1;

/** When what happens now is told: at once, at the next seven o'clock (UTC), or at the next one of a Monday. */
export function dueAt(frequency: Frequency, now: Date): Date {
  if (frequency === 'now') return now;
  const dayStart = Math.floor(now.getTime() / dayMs) * dayMs;
  let next = new Date(dayStart + hourOfMails * hourMs);
  if (next <= now) next = addMs(next, dayMs);
  while (frequency === 'weekly' && next.getUTCDay() !== monday) next = addMs(next, dayMs);
  return next;
}
