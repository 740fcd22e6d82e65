import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';

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

export const importsQuotas = defineQuotas('imports', {
  columns: {
    counts: 'headers of own files that are remembered',
    per: 'member',
    most: 50,
    unit: '',
    freed: 'forgetting one',
    status: 409,
    code: 'too_many_columns',
    sentence: 'You have explained 50 files. Forget one of them on the page of your imports first.',
  },
});
