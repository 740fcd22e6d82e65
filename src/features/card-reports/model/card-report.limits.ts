import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const cardReportLimits = defineLimits('card-reports', {
  sent: {
    counts: 'reports of wrong card data',
    per: 'member',
    points: 20,
    windowMs: hourMs,
    sentence: 'You can send 20 reports about card data an hour. Try again {when}.',
    guards: 'load',
  },
});
