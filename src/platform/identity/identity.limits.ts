import { defineLimits } from '#platform/limits/limits.ts';
import { challengeLifeMs } from './passkeys/challenge.ts';
import { flowLifeMs } from './providers/openid.ts';

/** One-time values, stored until they expire. */
export const identityLimits = defineLimits('identity', {
  openidState: {
    counts: 'use of one trip to the provider',
    per: 'state',
    points: 1,
    windowMs: flowLifeMs,
    sentence: null,
    otherwise: 'the trip is not accepted',
    guards: 'entry',
  },
  passkeyChallenge: {
    counts: 'use of one challenge',
    per: 'challenge',
    points: 1,
    windowMs: challengeLifeMs,
    sentence: null,
    otherwise: 'the passkey is refused',
    guards: 'entry',
  },
});
