import { addMs, dayMs, hourMs, minuteMs } from '#kernel/time.ts';

export const noticeTimes = {
  /** A seller is told so long before the end, or an eighth of the listing's time before, which is 6 hours of the free 48. */
  endingMs: dayMs,
  /** What ends so soon after is told in the same mail: whoever lists all day gets two of them a day, not one for each listing. */
  togetherMs: 12 * hourMs,
  /** Listings that end at the same moment are told in one mail, and at the soonest so long after the one before. */
  endedApartMs: 6 * hourMs,
  /** An end that could not be told for so long is no news any more. */
  endedNewsMs: 2 * dayMs,
  slotMs: minuteMs,
} as const;

/** When the seller of a listing that goes live now is told that it ends. */
export function endingNoticeAt(expiresAt: Date, now: Date): Date {
  const left = expiresAt.getTime() - now.getTime();
  return addMs(expiresAt, -Math.min(noticeTimes.endingMs, left / 8));
}

/** When a seller is told of ends: the next full minute, so that all of the same minute ask for the same moment; later when the last such mail was just sent. */
export function endedNoticeAt(now: Date, lastToldAt: Date | null): Date {
  const { slotMs, endedApartMs } = noticeTimes;
  const slot = (Math.floor(now.getTime() / slotMs) + 1) * slotMs;
  return new Date(Math.max(slot, lastToldAt ? lastToldAt.getTime() + endedApartMs : 0));
}
