import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const tradersLimits = defineLimits('traders', {
  changes: {
    counts: 'changes of who sells',
    per: 'member',
    points: 30,
    windowMs: dayMs,
    sentence: 'You have changed this very often today. You can go on {when}.',
    guards: 'load',
  },
});
