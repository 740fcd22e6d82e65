import { createPremiumCheck, type PremiumCheck } from './premium-check.ts';

/** Asks the server by the policy, in the member's own session. */
export function browserCheck(): PremiumCheck {
  return createPremiumCheck({
    ask: async (signal) => {
      const response = await fetch('/api/stripe/check-subscription', { signal, cache: 'no-store' });
      return { status: response.status, body: response.ok ? await response.json() : null };
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    nowMs: () => Date.now(),
    timeout: (ms) => AbortSignal.timeout(ms),
  });
}
