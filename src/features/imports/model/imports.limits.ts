import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';

export const importsLimits = defineLimits('imports', {
  files: {
    counts: 'files imported',
    per: 'member',
    points: 30,
    windowMs: hourMs,
    sentence: 'You can import 30 files an hour. Try again {when}.',
    guards: 'load',
  },
  exports: {
    counts: 'exports of the inventory',
    per: 'member',
    points: 30,
    windowMs: hourMs,
    sentence: 'You can export your inventory 30 times an hour. Try again {when}.',
    guards: 'load',
  },
});

export const importsQuotas = defineQuotas('imports', {
  columns: {
    counts: 'saved column mappings',
    per: 'member',
    most: 50,
    unit: '',
    freed: 'deleting one',
    status: 409,
    code: 'too_many_columns',
    sentence: 'You can save 50 column mappings. Delete one on “Import and export” first.',
  },
});
