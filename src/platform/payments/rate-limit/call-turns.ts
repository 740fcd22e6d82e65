import { setTimeout as pause } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Limits } from '#platform/limits/limits.ts';
import { paymentsLimits } from './payments.limits.ts';

/** Resolves when Stripe may be called. */
export type CallTurn = () => Promise<void>;

/** So many seconds a call waits at most: then it fails as if Stripe didn't answer, and its job is retried. */
const mostSeconds = 20;

/** Calls of all processes share Stripe's rate limit; a call over it waits for the next second. */
export function callTurns(limits: Pick<Limits, 'take'>, wait: (ms: number) => Promise<unknown> = pause): CallTurn {
  return async () => {
    for (let second = 0; second < mostSeconds; second++) {
      if ((await limits.take(paymentsLimits.stripeCalls, 'all')).allowed) return;
      await wait(paymentsLimits.stripeCalls.windowMs);
    }
    throw new Error(`a call to Stripe waited for ${mostSeconds} seconds`);
  };
}

/** An HTTP client of the SDK that takes a turn before each request, repeated ones too. */
export function inTurn(client: Stripe.HttpClient, turn: CallTurn): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...request) => {
      await turn();
      return client.makeRequest(...request);
    },
  };
}
