import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';
import { vacationsRefusals } from './contract.ts';

export const vacationsLimits = defineLimits('absence', {
  asked: {
    counts: 'asking to be told of a return',
    per: 'member',
    points: 200,
    windowMs: dayMs,
    sentence: 'You have asked to be told of very many returns today. You can go on {when}.',
    guards: 'load',
  },
});

export const vacationsQuotas = defineQuotas('absence', {
  returnsAwaited: {
    counts: 'sellers whose return one waits for',
    per: 'member',
    most: 200,
    unit: '',
    freed: 'taking one back, or the return',
    status: 409,
    code: vacationsRefusals.tooManyReturns,
    sentence: 'You wait for the return of 200 sellers. Take some of them back, then you can add the next one.',
  },
});
