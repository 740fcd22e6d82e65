import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';

export const bulkChangeLimits = defineLimits('bulk', {
  changes: {
    counts: 'changes of many listings looked at or made',
    per: 'member',
    points: 100,
    windowMs: dayMs,
    sentence: 'You have asked for very many changes today. You can ask for the next one {when}.',
    guards: 'load',
  },
  rulesMade: {
    counts: 'rules of prices made',
    per: 'member',
    points: 100,
    windowMs: dayMs,
    sentence: 'You have made very many rules today. You can make the next one {when}.',
    guards: 'load',
  },
});

export const bulkQuotas = defineQuotas('bulk', {
  rules: {
    counts: 'rules of prices',
    per: 'member',
    most: 20,
    unit: '',
    freed: 'forgetting one',
    status: 409,
    code: 'too_many_rules',
    sentence: 'You have 20 rules of prices. Forget one of them, then you can make the next one.',
  },
});
