import { addMs, dayMs, hourMs, minuteMs } from '#kernel/time.ts';

export const noticeTimes = {
  /**
   * A seller is told so long before the end, or an eighth of the listing's time before, which is 6 hours of the free
   * 48.
   */
  endingMs: dayMs,
  /**
   * What ends so soon after is told in the same mail: whoever lists all day gets two of them a day, not one for each
   * listing.
   */
  togetherMs: 12 * hourMs,
  /**
   * Listings that end in one minute are told of in one mail, and the next of such mails follows at the soonest so long
   * after it.
   */
  endedApartMs: 6 * hourMs,
  /** An end that could not be told for so long is no news any more. */
  endedNewsMs: 2 * dayMs,
  endedSlotMs: minuteMs,
} as const;

/** When the seller of a listing that goes live now is told that it ends. */
export function endingNoticeAt(expiresAt: Date, now: Date): Date {
  const left = expiresAt.getTime() - now.getTime();
  return addMs(expiresAt, -Math.min(noticeTimes.endingMs, left / 8));
}
