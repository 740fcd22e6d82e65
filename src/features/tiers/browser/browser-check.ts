import { noToken } from '#kernel/specified-texts.ts';
import type { TokenSource } from '#platform/http/requests/call-with-token.ts';
import { type CounterCheck, createPremiumCheck, type PremiumCheck } from './premium-check.ts';

/** In the browser's storage, with all else that is removed when another member signs in (UI-06, ST-12). */
const storageKey = 'cache:subscription-check';

/** Calls the server by the policy, with the member's own bearer token (AP-01). */
export function browserCheck(token: TokenSource): PremiumCheck {
  return createPremiumCheck({
    ask: async (signal) => {
      const bearer = await token();
      if (bearer === null) throw new Error(noToken);
      const headers = { authorization: `Bearer ${bearer}` };
      const response = await fetch('/api/stripe/check-subscription', { signal, cache: 'no-store', headers });
      return { status: response.status, body: response.ok ? await response.json() : null };
    },
    renew: async () => (await token(true)) !== null,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    nowMs: () => Date.now(),
    timeout: (ms) => AbortSignal.timeout(ms),
    read: readStored,
    store: (stored) => inStorage((storage) => storage.setItem(storageKey, JSON.stringify(stored))),
  });
}

function readStored(): CounterCheck | null {
  const text = inStorage((storage) => storage.getItem(storageKey));
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<CounterCheck> | null;
    return typeof stored?.userId === 'string' && typeof stored.askedMs === 'number' ? (stored as CounterCheck) : null;
  } catch {
    return null;
  }
}

/** A browser may refuse its storage: the check is then stored for the page alone. */
function inStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
