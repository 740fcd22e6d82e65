import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const sendLimits = defineLimits('payouts', {
  requests: {
    counts: 'requests to send earnings below the minimum',
    per: 'member',
    points: 1,
    windowMs: dayMs,
    sentence: 'You can request a payout once a day. Try again {when}.',
    guards: 'load',
  },
});
