import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';

export const bulkChangeLimits = defineLimits('bulk', {
  changes: {
    counts: 'bulk edits previewed or made',
    per: 'member',
    points: 100,
    windowMs: dayMs,
    sentence: 'You can preview or make 100 bulk edits a day. Try again {when}.',
    guards: 'load',
  },
  rulesMade: {
    counts: 'price rules created',
    per: 'member',
    points: 100,
    windowMs: dayMs,
    sentence: 'You can create 100 price rules a day. Try again {when}.',
    guards: 'load',
  },
});

export const bulkQuotas = defineQuotas('bulk', {
  rules: {
    counts: 'price rules',
    per: 'member',
    most: 20,
    unit: '',
    freed: 'deleting one',
    status: 409,
    code: 'too_many_rules',
    sentence: 'You can have 20 price rules. Delete one to create another.',
  },
});
