import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';
import { vacationsRefusals } from './contract.ts';

export const vacationsLimits = defineLimits('absence', {
  asked: {
    counts: 'return notifications requested',
    per: 'member',
    points: 200,
    windowMs: dayMs,
    sentence: 'You can request 200 return notifications a day. Try again {when}.',
    guards: 'load',
  },
});

export const vacationsQuotas = defineQuotas('absence', {
  returnsAwaited: {
    counts: 'return notifications',
    per: 'member',
    most: 200,
    unit: '',
    freed: 'turning one off, or the return',
    status: 409,
    code: vacationsRefusals.tooManyReturns,
    sentence: 'You’ve reached the limit of 200 return notifications. Turn some off to add more.',
  },
});
