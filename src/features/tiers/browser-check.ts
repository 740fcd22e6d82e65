import { createPremiumCheck, type PremiumCheck } from './premium-check.ts';

/** The page's bearer token: the one that is held, or a new one where the last was `refused`; null where none can be had now. */
export type TokenSource = (refused?: boolean) => Promise<string | null>;

/** Asks the server by the policy, with the member's own bearer token (AP-01). */
export function browserCheck(token: TokenSource): PremiumCheck {
  return createPremiumCheck({
    ask: async (signal) => {
      const bearer = await token();
      if (bearer === null) throw new Error('no token can be had now');
      const headers = { authorization: `Bearer ${bearer}` };
      const response = await fetch('/api/stripe/check-subscription', { signal, cache: 'no-store', headers });
      return { status: response.status, body: response.ok ? await response.json() : null };
    },
    renew: async () => (await token(true)) !== null,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    nowMs: () => Date.now(),
    timeout: (ms) => AbortSignal.timeout(ms),
  });
}
