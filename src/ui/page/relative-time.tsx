import { dayMonthYear, relativeTime } from '#kernel/time.ts';

export interface RelativeTimeProps {
  at: string | Date;
  /** When the page was made, from the loader, so that server and browser write the same words. */
  now: string | Date;
  /** `3 d ago` instead of `3 d`. */
  ago?: boolean;
}

export function RelativeTime({ at, now, ago }: RelativeTimeProps) {
  const moment = new Date(at);
  const words = relativeTime(moment, new Date(now));
  const isAge = words !== 'just now' && words !== dayMonthYear(moment);
  return (
    <time dateTime={moment.toISOString()} title={exactTime(moment)}>
      {ago && isAge ? `${words} ago` : words}
    </time>
  );
}

/** `12 Nov 2026, 14:05 UTC`. */
export function exactTime(at: Date): string {
  return `${dayMonthYear(at)}, ${at.toISOString().slice(11, 16)} UTC`;
}
