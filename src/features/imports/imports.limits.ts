import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const importsLimits = defineLimits('imports', {
  files: {
    counts: 'files of stock brought',
    per: 'member',
    points: 30,
    windowMs: hourMs,
    sentence: 'You have brought very many files this hour. You can bring the next one {when}.',
    guards: 'load',
  },
  exports: {
    counts: 'files of the own stock fetched',
    per: 'member',
    points: 30,
    windowMs: hourMs,
    sentence: 'You have fetched your stock very often this hour. You can fetch it again {when}.',
    guards: 'load',
  },
});
