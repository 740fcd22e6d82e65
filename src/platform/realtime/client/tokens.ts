import { afterTokenTry, noTokens, type TokenResult, tokenDueAt } from './policy/policy-refresh.ts';
import { policy, type Random } from './policy/policy-times.ts';

export interface TokensOptions {
  /**
   * One try: the token, or the status of an answer without one. Rejects where no answer came before the signal aborts.
   */
  fetchToken(signal: AbortSignal): Promise<{ token: string } | number>;
  /** A new token has replaced an old one. */
  onRenewed(token: string): void;
  /** ER-09: the session is unusable. */
  onReset(): void;
  /** The server answered that the browser is signed out. */
  onSignedOut(): void;
  now(): number;
  random: Random;
  setTimer(work: () => void, ms: number): () => void;
}

export interface Tokens {
  /** The member's token. Null for a visitor, and while none is available. */
  get(): Promise<string | null>;
  /** The server refused the current token, or the session was renewed: the next `get` fetches a new token. */
  forget(what: 'token' | 'session'): void;
  /** Another member is signed in, or none (null). */
  become(userId: string | null): void;
}

/**
 * Holds a bearer token for a channel on another host, which does not get the session cookie (LI-03). In memory only.
 */
export function createTokens({
  fetchToken,
  onRenewed,
  onReset,
  onSignedOut,
  now,
  random,
  setTimer,
}: TokensOptions): Tokens {
  let state = noTokens;
  let user: string | null = null;
  let held: string | null = null;
  let running: Promise<string | null> | null = null;
  let cancel = () => {};
  /** Counts sessions, so that an answer for an earlier one is dropped. */
  let generation = 0;

  const at = (moment: number, work: () => void) => {
    cancel();
    cancel = setTimer(work, Math.max(0, moment - now()));
  };

  async function attempt(): Promise<{ result: TokenResult; token?: string }> {
    try {
      const answer = await fetchToken(AbortSignal.timeout(policy.token.timeoutMs));
      return typeof answer === 'number' ? { result: answer } : { result: 'ok', token: answer.token };
    } catch {
      return { result: 'network' };
    }
  }

  async function refresh(who: string): Promise<string | null> {
    const mine = generation;
    for (let tried = 1; ; tried++) {
      const { result, token = null } = await attempt();
      if (generation !== mine) return null;
      const { state: after, step } = afterTokenTry(state, who, result, tried, now(), random);
      state = after;
      if (step.kind === 'again') continue;
      if (result === 401) onSignedOut();
      held = step.kind === 'reset' ? null : (token ?? held);
      if (step.kind === 'reset') at(step.at, onReset);
      else at(step.at, () => void renew());
      return token;
    }
  }

  async function renew(): Promise<void> {
    const token = await start();
    if (token) onRenewed(token);
  }

  /** Cancels pending work of an earlier session. */
  function drop(): void {
    cancel();
    generation++;
    held = running = null;
  }

  function start(): Promise<string | null> {
    if (user === null) return Promise.resolve(null);
    if (running) return running;
    const mine = refresh(user).finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    return mine;
  }

  return {
    get: () => {
      if (held !== null || user === null || running) return running ?? Promise.resolve(held);
      return now() < tokenDueAt(state, user) ? Promise.resolve(null) : start();
    },
    forget(what) {
      held = null;
      if (what === 'session') {
        drop();
        state = noTokens;
      } else if (user !== null) state = { ...state, users: { ...state.users, [user]: 0 } };
    },
    become(userId) {
      if (userId === user) return;
      drop();
      user = userId;
    },
  };
}
