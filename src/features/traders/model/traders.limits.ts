import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const tradersLimits = defineLimits('traders', {
  changes: {
    counts: 'changes of seller details',
    per: 'member',
    points: 30,
    windowMs: dayMs,
    sentence: 'You can change your seller details 30 times a day. Try again {when}.',
    guards: 'load',
  },
});
