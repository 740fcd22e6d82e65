import type { PremiumStatus } from '../contract.ts';

/** Intervals, retries and timeouts of the browser's premium check (LI-01). */
export const checkPolicy = {
  /** A check at most this often. */
  everyMs: 5 * 60_000,
  tries: 3,
  timeoutMs: 10_000,
  backoffMs: 1_000,
  backoffCapMs: 5_000,
  /** A tier that was read longer ago is checked again. */
  tierStaleMs: 5 * 60_000,
  /** An answer is given again without asking for this long. */
  statusCacheMs: 2 * 60_000,
  /** Minimum interval of refreshes by a person. */
  refreshThrottleMs: 5_000,
} as const;

/** The pause before a try, counted from 1: none before the first, then 1 s, doubling, at most 5 s. */
export function pauseBefore(attempt: number): number {
  return attempt <= 1 ? 0 : Math.min(checkPolicy.backoffCapMs, checkPolicy.backoffMs * 2 ** (attempt - 2));
}

/** Whether something that was done at `lastMs` may be done again. */
export function mayAgain(lastMs: number | null, nowMs: number, gapMs: number): boolean {
  return lastMs === null || nowMs - lastMs >= gapMs;
}

export function isTierStale(readMs: number | null, nowMs: number): boolean {
  return mayAgain(readMs, nowMs, checkPolicy.tierStaleMs);
}

/** The assumption when nothing is known (ER-08): free, never premium by accident. */
export function withoutAnswer(stored: PremiumStatus | null, hasUser: boolean, nowMs: number): PremiumStatus {
  if (hasUser && stored) return { ...stored, source: 'cache' };
  const status = hasUser ? 'error' : 'none';
  return {
    isPremium: false,
    tier: 'free',
    status,
    source: 'error',
    lastChecked: new Date(nowMs).toISOString(),
    subscription: null,
  };
}

export interface CheckParts {
  /** One request; `signal` ends it after the policy's time. */
  ask(signal: AbortSignal): Promise<{ status: number; body: unknown }>;
  /** Gets a new token after a 401; false when there is none to get. */
  renew(): Promise<boolean>;
  wait(ms: number): Promise<void>;
  nowMs(): number;
  timeout(ms: number): AbortSignal;
  /**
   * The last request and answer in this browser, so that a reloaded page does not repeat the request sooner (LI-01).
   */
  read(): CounterCheck | null;
  store(stored: CounterCheck): void;
}

export interface PremiumCheck {
  /** The member's premium, requested no more often than the policy allows. */
  status(userId: string | null): Promise<PremiumStatus>;
  /** A new check, for a member who has just paid. */
  refresh(userId: string | null): Promise<PremiumStatus>;
}

export interface CounterCheck {
  userId: string;
  answer: PremiumStatus | null;
  answeredMs: number | null;
  askedMs: number;
}

/** Requests by the policy. Concurrent callers share one request. */
export function createPremiumCheck(parts: CheckParts): PremiumCheck {
  let stored = parts.read();
  let underWay: Promise<PremiumStatus> | null = null;

  function look(userId: string | null, gapMs: number): Promise<PremiumStatus> {
    const nowMs = parts.nowMs();
    if (userId === null) return Promise.resolve(withoutAnswer(null, false, nowMs));
    // A clock that was set back must not block requests.
    if (stored?.userId !== userId || stored.askedMs > nowMs) stored = null;
    if (stored && !mayAgain(stored.askedMs, nowMs, gapMs))
      return underWay ?? Promise.resolve(withoutAnswer(stored.answer, true, nowMs));
    stored = { userId, answer: stored?.answer ?? null, answeredMs: stored?.answeredMs ?? null, askedMs: nowMs };
    parts.store(stored);
    underWay = ask(stored).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  async function ask(mine: CounterCheck): Promise<PremiumStatus> {
    for (let attempt = 1; attempt <= checkPolicy.tries; attempt++) {
      if (attempt > 1) await parts.wait(pauseBefore(attempt));
      const answer = await parts.ask(parts.timeout(checkPolicy.timeoutMs)).catch(() => null);
      if (answer?.status === 200) {
        mine.answer = answer.body as PremiumStatus;
        mine.answeredMs = parts.nowMs();
        parts.store(mine);
        return mine.answer;
      }
      // Another try with the same words would be refused again.
      if (answer?.status === 401 && !(await parts.renew())) break;
    }
    return withoutAnswer(mine.answer, true, parts.nowMs());
  }

  return {
    status(userId) {
      const nowMs = parts.nowMs();
      const isFresh =
        stored?.userId === userId &&
        stored.askedMs <= nowMs &&
        stored.answer &&
        !mayAgain(stored.answeredMs, nowMs, checkPolicy.statusCacheMs);
      if (isFresh && stored?.answer) return Promise.resolve({ ...stored.answer, source: 'cache' });
      return look(userId, checkPolicy.everyMs);
    },
    refresh: (userId) => look(userId, checkPolicy.refreshThrottleMs),
  };
}
