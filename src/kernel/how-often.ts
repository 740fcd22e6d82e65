import { addMs, dayMs, hourMs } from './time.ts';

/** How often a member is notified: at once, or in a digest email. */
export const frequencies = ['now', 'daily', 'weekly'] as const;
export type Frequency = (typeof frequencies)[number];

export const frequencyNames: Readonly<Record<Frequency, string>> = {
  now: 'Immediately',
  daily: 'Daily',
  weekly: 'Weekly',
};

/** Daily and weekly digests are sent at seven, so that a member with both gets one email. */
const digestHour = 7;
const monday = 1;

/** When an event of now is due: at once, at the next seven o'clock (UTC), or at that of the next Monday. */
export function dueAt(frequency: Frequency, now: Date): Date {
  if (frequency === 'now') return now;
  const dayStart = Math.floor(now.getTime() / dayMs) * dayMs;
  let next = new Date(dayStart + digestHour * hourMs);
  if (next <= now) next = addMs(next, dayMs);
  while (frequency === 'weekly' && next.getUTCDay() !== monday) next = addMs(next, dayMs);
  return next;
}
