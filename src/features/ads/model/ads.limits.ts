import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';
import { adRefusals } from '../contract.ts';

/**
 * These limits refuse no request: views and presses beyond those of a household are not counted, so that a script
 * cannot inflate an ad's numbers.
 */
export const adsLimits = defineLimits('ads', {
  shown: {
    counts: 'views of ads',
    per: 'network',
    points: 600,
    windowMs: hourMs,
    sentence: null,
    otherwise: 'the ad is shown and not counted',
    guards: 'load',
  },
  pressed: {
    counts: 'clicks on ads',
    per: 'network',
    points: 60,
    windowMs: hourMs,
    sentence: null,
    otherwise: 'the link opens and is not counted',
    guards: 'load',
  },
});

export const adsQuotas = defineQuotas('ads', {
  notEnded: {
    counts: 'running and scheduled ads',
    per: 'market',
    most: 100,
    unit: '',
    freed: 'when one ends or is removed',
    status: 409,
    code: adRefusals.tooMany,
    sentence: 'There are already 100 running or scheduled ads. End or delete one first.',
  },
});
