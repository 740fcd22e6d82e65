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
    counts: `${readsPerPoint} searches, lists of a filter, suggestions or copies of the API’s document that had to be made, at one process; loopback is not counted`,
    per: 'member, or network of a visitor',
    points: 120,
    windowMs: 10 * minuteMs,
    sentence: 'You searched very often. Try again in a few minutes.',
    guards: 'load',
  },
  /** The form sends one photo per request: a hundred listings with six each. */
  uploads: {
    counts: 'forms with files, before they are read',
    per: 'member',
    points: 600,
    windowMs: hourMs,
    sentence: 'You sent very many files this hour. Try again later.',
    guards: 'load',
  },
});

export const httpQuotas = defineQuotas('http', {
  requestKeys: {
    counts: 'Idempotency-Keys whose answer is kept',
    per: 'member',
    most: 10_000,
    unit: '',
    freed: 'a day after each was first sent',
    status: 429,
    code: 'too_many_request_keys',
    sentence:
      'You have sent 10,000 Idempotency-Keys within a day. Send this request without one, or wait until the oldest are a day old.',
  },
  uploadsUnderWay: {
    counts: 'forms with files that are being received, or whose pictures are being prepared, at one process',
    per: 'member',
    most: 4,
    unit: '',
    freed: 'when the form is answered',
    status: 429,
    code: 'uploads_under_way',
    sentence: 'Four of your uploads are under way already. Wait until one of them is done.',
  },
});
