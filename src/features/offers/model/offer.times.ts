import { dayMs, hourMs, lasting, minuteMs } from '#kernel/time.ts';

export const offerTimes = {
  /** How long an accepted offer reserves the copy for its buyer. */
  payMs: 24 * hourMs,
  /** One offer to those who saved a listing, in so long a time. */
  watchersMs: 7 * dayMs,
  /** A timer that was lost is taken up after that. */
  patienceMs: 10 * minuteMs,
} as const;

/** The same as words inside a sentence; sentences name these and never a figure of their own. */
export const offerDeadlines = { pay: lasting(offerTimes.payMs) } as const;
