import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const decisionsLimits = defineLimits('rulings', {
  mailedAppeals: {
    counts: 'appeals by the link of a mail',
    per: 'network',
    points: 30,
    windowMs: hourMs,
    sentence: 'Very many appeals come from your network. You can go on {when}.',
    guards: 'load',
  },
});
