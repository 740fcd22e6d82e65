import { hourMs, minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const appLimits = defineLimits('app', {
  exports: {
    counts: 'exports of own data',
    per: 'member',
    points: 20,
    windowMs: hourMs,
    sentence: 'You can download your data 20 times an hour. Try again {when}.',
    guards: 'load',
  },
  listingExports: {
    counts: 'files of the table of own listings',
    per: 'member',
    points: 30,
    windowMs: hourMs,
    sentence: 'You can export your listings 30 times an hour. Try again {when}.',
    guards: 'load',
  },
  sandboxGoogleCode: {
    counts: 'use of one code of the stand-in for Google',
    per: 'code',
    points: 1,
    windowMs: minuteMs,
    sentence: null,
    otherwise: 'the code is not accepted',
    guards: 'entry',
  },
});
