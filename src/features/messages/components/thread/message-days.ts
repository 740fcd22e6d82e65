import { calendarDay, dayMs } from '#kernel/time.ts';

/** Messages of one day, under its name. */
export interface MessageDay<M> {
  /** `2026-11-23`, in UTC as all dates of the app. */
  day: string;
  /** `Today`, `Yesterday`, `12 Nov 2026`. */
  name: string;
  messages: M[];
}

/**
 * Groups messages, oldest first, by day. `now` is the page's render time; a message after midnight makes its day
 * "Today".
 */
export function messageDays<M extends { createdAt: string }>(messages: readonly M[], now: string): MessageDay<M>[] {
  const days: MessageDay<M>[] = [];
  const newest = messages.at(-1)?.createdAt ?? now;
  const today = newest > now ? newest : now;
  for (const message of messages) {
    const day = message.createdAt.slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else days.push({ day, name: dayName(day, today), messages: [message] });
  }
  return days;
}

function dayName(day: string, now: string): string {
  if (day === now.slice(0, 10)) return 'Today';
  if (day === new Date(Date.parse(now) - dayMs).toISOString().slice(0, 10)) return 'Yesterday';
  return calendarDay(new Date(`${day}T00:00:00Z`));
}
