import { addMs, dayMs, hourMs, minuteMs } from '#kernel/time.ts';

export const noticeTimes = {
  /**
   * The notice comes this long before the end, or an eighth of the listing's time before, which is 6 hours of the free
   * 48.
   */
  endingMs: dayMs,
  /**
   * Listings that end this soon after share the email: a seller who lists all day gets two a day, not one for each
   * listing.
   */
  togetherMs: 12 * hourMs,
  /** Listings that end in one minute share an email, and the next one follows this much later at the earliest. */
  endedApartMs: 6 * hourMs,
  /** An end that is older than this is not announced any more. */
  endedNoticeMs: 2 * dayMs,
  endedSlotMs: minuteMs,
} as const;

/** When the seller is notified of the end of a listing that goes live now. */
export function endingNoticeAt(expiresAt: Date, now: Date): Date {
  const left = expiresAt.getTime() - now.getTime();
  return addMs(expiresAt, -Math.min(noticeTimes.endingMs, left / 8));
}
