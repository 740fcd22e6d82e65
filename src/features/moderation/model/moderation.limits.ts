import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const decisionsLimits = defineLimits('rulings', {
  mailedAppeals: {
    counts: 'appeals through the link in an email',
    per: 'network',
    points: 30,
    windowMs: hourMs,
    sentence: 'Your network can send 30 appeals an hour. Try again {when}.',
    guards: 'load',
  },
});
