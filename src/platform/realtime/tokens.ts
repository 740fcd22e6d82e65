import { policy, type Random } from './policy.ts';
import { afterTokenTry, noTokens, type TokenResult, tokenDueAt } from './policy-refresh.ts';

export interface TokensOptions {
  /** One try: the token, or the status of an answer without one. Rejects where no answer came before the signal. */
  fetchToken(signal: AbortSignal): Promise<{ token: string } | number>;
  /** A new token took the place of an old one. */
  onRenewed(token: string): void;
  /** ER-09: the session can't be used as it is. */
  onReset(): void;
  now(): number;
  random: Random;
  setTimer(work: () => void, ms: number): () => void;
}

export interface Tokens {
  /** The token of whoever is signed in. Null for a visitor, and while none can be had. */
  get(): Promise<string | null>;
  /** Somebody else is signed in, or nobody. */
  become(userId: string | null): void;
}

/** Keeps a bearer token for a channel on another host, where the session's cookie does not go (LI-03). It lives in memory and nowhere else. */
export function createTokens({ fetchToken, onRenewed, onReset, now, random, setTimer }: TokensOptions): Tokens {
  let state = noTokens;
  let user: string | null = null;
  let held: string | null = null;
  let running: Promise<string | null> | null = null;
  let cancel = () => {};

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
    for (let tried = 1; ; tried++) {
      const { result, token = null } = await attempt();
      if (user !== who) return null;
      const { state: after, step } = afterTokenTry(state, who, result, tried, now(), random);
      state = after;
      if (step.kind === 'again') continue;
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

  function start(): Promise<string | null> {
    if (user === null) return Promise.resolve(null);
    running ??= refresh(user).finally(() => {
      running = null;
    });
    return running;
  }

  return {
    get: () => {
      if (held !== null || user === null || running) return running ?? Promise.resolve(held);
      return now() < tokenDueAt(state, user) ? Promise.resolve(null) : start();
    },
    become(userId) {
      if (userId === user) return;
      cancel();
      user = userId;
      held = running = null;
    },
  };
}
