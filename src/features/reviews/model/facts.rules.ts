import type { MeasuredFacts } from '#features/members/contract.ts';
import { factRules } from '#features/members/words.ts';
import { addMs, dayMs, hourMs } from '#kernel/time.ts';

/** The sums of a member's rows within the window. Medians in seconds, null where there is nothing. */
export interface FactSums {
  orders: number;
  sent: number;
  shipMedian: number | null;
  canceled: number;
  reported: number;
  settled: number;
  answers: number;
  replyMedian: number | null;
}

/** The start of the window. */
export const factsSince = (now: Date): Date => addMs(now, -factRules.days * dayMs);

const factTimes = { recountWithinMs: 7 * dayMs, recountAfterMs: hourMs } as const;

/** The facts on a profile. With fewer than three values there is no median: one slow parcel is no habit. */
export function factsOf({
  orders,
  sent,
  shipMedian,
  canceled,
  reported,
  settled,
  answers,
  replyMedian,
}: FactSums): MeasuredFacts {
  const { days, enough } = factRules;
  const hours = (seconds: number | null, sample: number) =>
    sample < enough || seconds === null ? null : Math.round(seconds / 360) / 10;
  return {
    orders: { value: orders, sample: orders, days },
    shipHoursMedian: { value: hours(shipMedian, sent), sample: sent, days },
    canceledBySeller: { value: canceled, sample: orders, days },
    reported: { value: reported, settled, sample: orders, days },
    replyHoursMedian: { value: hours(replyMedian, answers), sample: answers, days },
  };
}

/**
 * When facts are recounted: as the oldest row leaves the window, within a week in any case, and not at each order of a
 * busy day.
 */
export function nextRecount(oldest: Date | null, now: Date): Date {
  const leaves = oldest === null ? Number.POSITIVE_INFINITY : oldest.getTime() + factRules.days * dayMs;
  const soonest = now.getTime() + factTimes.recountAfterMs;
  return new Date(Math.max(soonest, Math.min(leaves, now.getTime() + factTimes.recountWithinMs)));
}
