import { dayMs, hourMs, lasting, minuteMs } from '#kernel/time.ts';

/** How long a seller may let an offer wait for its answer; a listing says which. */
export const offerWindows = [24, 48, 72] as const;
export type OfferWindow = (typeof offerWindows)[number];
export const usualWindow: OfferWindow = 48;

export const offerTimes = {
  /** For so long an accepted offer keeps the copy for its buyer. */
  payMs: 24 * hourMs,
  /** One offer to those who saved a listing, in so long a time. */
  watchersMs: 7 * dayMs,
  /** A timer that was lost is taken up after that. */
  patienceMs: 10 * minuteMs,
} as const;

/** The same as words inside a sentence; sentences name these and never a figure of their own. */
export const offerPromises = { pay: lasting(offerTimes.payMs) } as const;
