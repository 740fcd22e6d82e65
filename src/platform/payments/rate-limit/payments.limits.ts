import { defineLimits } from '#platform/limits/limits.ts';

export const paymentsLimits = defineLimits('payments', {
  stripeCalls: {
    counts: 'calls to Stripe; an account in test mode has 25 a second',
    per: 'market',
    points: 25,
    windowMs: 1_000,
    sentence: null,
    otherwise: 'the call waits for the next second',
    guards: 'load',
    isRoutine: true,
  },
});
