import { minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

/** So many make one point: each process counts them for itself and writes only every tenth down, since a count costs about what a search does. */
export const readsOfAPoint = 10;

export const httpLimits = defineLimits('http', {
  costlyReads: {
    counts: `${readsOfAPoint} searches, lists of a filter, suggestions or copies of the API’s document that had to be made, at one process; loopback is not counted`,
    per: 'member, or network of a visitor',
    points: 120,
    windowMs: 10 * minuteMs,
    sentence: 'You searched very often. Try again in a few minutes.',
    guards: 'load',
  },
});
