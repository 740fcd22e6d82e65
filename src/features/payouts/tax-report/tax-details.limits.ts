import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const taxDetailsLimits = defineLimits('payouts', {
  changes: {
    counts: 'changes of tax details',
    per: 'member',
    points: 30,
    windowMs: dayMs,
    sentence: 'You can change your tax details 30 times a day. Try again {when}.',
    guards: 'load',
  },
});
