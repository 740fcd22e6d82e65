import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const statementLimits = defineLimits('payouts', {
  /** A PDF of a month with many orders takes the process a good second. */
  papers: {
    counts: 'statements and invoices made as files',
    per: 'member',
    points: 60,
    windowMs: hourMs,
    sentence: 'You can download 60 statements and invoices an hour. Try again {when}.',
    guards: 'load',
  },
});
