import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const shippingLimits = defineLimits('shipping', {
  changes: {
    counts: 'changes of the shipping table',
    per: 'member',
    points: 60,
    windowMs: dayMs,
    sentence: 'You can change your shipping methods 60 times a day. Try again {when}.',
    guards: 'load',
  },
});
