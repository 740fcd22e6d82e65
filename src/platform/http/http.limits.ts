import { hourMs, minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';

/**
 * Reads per point: each process counts locally and writes every tenth read, since a count costs about as much as a
 * search.
 */
export const readsPerPoint = 10;

export const httpLimits = defineLimits('http', {
  costlyReads: {
    counts: `${readsPerPoint} uncached searches, filtered lists, suggestions or API documents in one process, except from loopback`,
    per: 'member, or network of a visitor',
    points: 120,
    windowMs: 10 * minuteMs,
    sentence: 'You’ve sent too many searches. Try again in a few minutes.',
    guards: 'load',
  },
  /** The form sends one photo per request: a hundred listings with six each. */
  uploads: {
    counts: 'forms with files, before they are read',
    per: 'member',
    points: 600,
    windowMs: hourMs,
    sentence: 'You can upload 600 times an hour. Try again later.',
    guards: 'load',
  },
});

export const httpQuotas = defineQuotas('http', {
  requestKeys: {
    counts: 'stored Idempotency-Keys',
    per: 'member',
    most: 10_000,
    unit: '',
    freed: 'a day after each was first sent',
    status: 429,
    code: 'too_many_request_keys',
    sentence:
      'You’ve used 10,000 Idempotency-Keys in 24 hours. Send this request without a key, or try again when the oldest expire.',
  },
  uploadsUnderWay: {
    counts: 'forms with files that are being received, or whose pictures are being prepared, at one process',
    per: 'member',
    most: 4,
    unit: '',
    freed: 'when the form is answered',
    status: 429,
    code: 'uploads_under_way',
    sentence: 'You can run 4 uploads at the same time. Try again when one is finished.',
  },
});
