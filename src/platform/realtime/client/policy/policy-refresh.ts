import { policy, type Random } from './policy-times.ts';

/** LI-03 and ER-09: when a bearer token may be fetched again. Times in milliseconds of a monotonic clock. */
export interface TokenState {
  /** User id → earliest next refresh. */
  users: Readonly<Record<string, number>>;
  lastAt: number | null;
  pausedUntil: number;
  /** Times of failed tries within the window. */
  errors: readonly number[];
  /** Consecutive refreshes that ended without a token. */
  failures: number;
}

export const noTokens: TokenState = { users: {}, lastAt: null, pausedUntil: 0, errors: [], failures: 0 };

/**
 * The result of a try: a token, a status without a token, or `network` where no answer came within
 * `policy.token.timeoutMs`.
 */
export type TokenResult = 'ok' | 'network' | number;

export type TokenStep =
  /** The token is available; the next one is fetched at `at`. */
  | { kind: 'done'; at: number }
  /** Try again within this refresh. */
  | { kind: 'again' }
  /** Wait until `at`. */
  | { kind: 'wait'; at: number }
  /** The session is unusable: reset it at `at`. */
  | { kind: 'reset'; at: number };

/** The earliest time at which this user's token may be fetched. */
export function tokenDueAt(state: TokenState, userId: string): number {
  const { gapMs } = policy.token;
  return Math.max(state.users[userId] ?? 0, state.pausedUntil, state.lastAt === null ? 0 : state.lastAt + gapMs);
}

/** The next step after try number `tried` (1, 2, …) of a refresh. */
export function afterTokenTry(
  state: TokenState,
  userId: string,
  result: TokenResult,
  tried: number,
  now: number,
  random: Random,
): { state: TokenState; step: TokenStep } {
  const t = policy.token;
  if (result === 'ok') {
    const users = { ...state.users, [userId]: now + t.userGapMs + random() * t.userJitterMs };
    return {
      state: { users, lastAt: now, pausedUntil: 0, errors: [], failures: 0 },
      step: { kind: 'done', at: now + t.everyMs },
    };
  }
  if (result === 429) return pause({ ...state, lastAt: now }, now + t.quotaPauseMs);
  if (result === 'network' || result >= 500) {
    const errors = [...state.errors.filter((at) => now - at < t.errorWindowMs), now];
    const failed = { ...state, lastAt: now, errors };
    if (tried < t.tries && errors.length <= t.errorsOver) return { state: failed, step: { kind: 'again' } };
    return pause(
      { ...failed, failures: state.failures + 1 },
      now + Math.min(t.retryCapMs, t.retryMs * 2 ** state.failures),
    );
  }
  // Signed out: there is no session to reset, and a later try finds a new one.
  if (result === 401) return pause({ ...state, lastAt: now }, now + t.gapMs);
  return {
    state: { ...state, lastAt: now },
    step: { kind: 'reset', at: now + t.resetMinMs + random() * (t.resetMaxMs - t.resetMinMs) },
  };
}

function pause(state: TokenState, until: number): { state: TokenState; step: TokenStep } {
  return { state: { ...state, pausedUntil: until }, step: { kind: 'wait', at: until } };
}

/**
 * LI-06: when the unread counters are read. A live event may deliver new numbers earlier without passing through here.
 */
export interface CounterState {
  startedAt: number;
  readAt: number | null;
  visible: boolean;
}

/** The time of the next read; null while the tab is hidden. */
export function countersDueAt(state: CounterState): number | null {
  if (!state.visible) return null;
  return state.readAt === null ? state.startedAt + policy.counters.firstMs : state.readAt + policy.counters.everyMs;
}

/** Whether the counters may be read now: at most once a minute. */
export function mayReadCounters(state: CounterState, now: number): boolean {
  return state.readAt === null || now - state.readAt >= policy.counters.gapMs;
}
