import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';
import { wantRefusals } from '../contract.ts';

/** How long a want is open. */
export const wantMs = 90 * dayMs;

/** How long before its end its owner is reminded. */
export const remindBeforeMs = 3 * dayMs;

/** A timer that is later than this counts as lost. */
export const lostTimerMs = 10 * 60_000;

export const wantedLimits = defineLimits('wanted', {
  made: {
    counts: 'wanted posts created',
    per: 'member',
    points: 200,
    windowMs: dayMs,
    sentence: 'You can create 200 wanted posts a day. Try again {when}.',
    guards: 'load',
  },
});

export const wantedQuotas = defineQuotas('wanted', {
  openAtOnce: {
    counts: 'open wanted posts',
    per: 'member',
    most: 200,
    unit: '',
    freed: 'closing, filling or deleting one, or its expiry',
    status: 409,
    code: wantRefusals.tooManyWants,
    sentence: 'You’ve reached the limit of 200 open wanted posts. Close one to create another.',
  },
});
