import { dateAndTime, dayMonthYear, relativeTime } from '#kernel/time.ts';

export interface RelativeTimeProps {
  at: string | Date;
  /** When the page was made, from the loader, so that server and browser write the same words. */
  now: string | Date;
  /** `3 days ago` instead of `3 days`. */
  ago?: boolean;
}

export function RelativeTime({ at, now, ago }: RelativeTimeProps) {
  const moment = new Date(at);
  const words = relativeTime(moment, new Date(now));
  const isAge = words !== 'just now' && words !== dayMonthYear(moment);
  return (
    <time dateTime={moment.toISOString()} title={dateAndTime(moment)}>
      {ago && isAge ? `${words} ago` : words}
    </time>
  );
}
