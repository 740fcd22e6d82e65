import { policy, type Random } from './policy-times.ts';

/**
 * When the browser connects, waits, retries and gives up: rows ST-10 to ST-12, LI-03, LI-06, LI-09, ER-09 and ER-10 as
 * pure functions over the times in `policy-times.ts`. This module knows no sockets and timers: `client.ts` carries out
 * the effects and reports their results, so tests simulate hours in milliseconds.
 */

/**
 * A run of tries: the first opening, one after a short absence, a cycle (ST-11), a reset (ST-12), or one with a renewed
 * session.
 */
type Run = { kind: 'open' | 'cycle' | 'reset' | 'renewal'; manual: boolean; tried: number; tries: number };

export interface PolicyState {
  phase: 'off' | 'waiting' | 'settling' | 'opening' | 'connected';
  /** The decision in force, and the page's latest wish. */
  wanted: boolean;
  requested: boolean;
  decideAt: number | null;
  decidedAt: number | null;
  online: boolean;
  run: Run | null;
  /** The kind of run that `dueAt` starts in phase `waiting`. */
  next: 'open' | 'cycle';
  dueAt: number | null;
  attempts: number;
  errors: number;
  attemptedAt: number | null;
  /** Since when the network is gone: ST-11's close happened then, and its two seconds run from there. */
  disabledAt: number | null;
  connectedAt: number | null;
  pinged: boolean;
  /** A connection was lost or failed to open, and none has opened since. */
  failing: boolean;
  dismissed: boolean;
}

export type PolicyEvent =
  | { type: 'wanted'; wanted: boolean }
  | { type: 'online' | 'offline' | 'opened' | 'received' | 'doubted' | 'timer' | 'retry' | 'dismiss' }
  | { type: 'closed'; fault: Fault };
/**
 * Why a connection ended: `channel`, `session` and `token` need a reset, `renewed` and `restart` do not, `unavailable`
 * passes soon, `lost` is everything else.
 */
export type Fault = 'channel' | 'session' | 'token' | 'renewed' | 'restart' | 'unavailable' | 'lost';

/** ER-10: the fault of a WebSocket close code. */
export function faultOf(code: number): Fault {
  const reset: Record<number, Fault> = {
    4400: 'channel',
    4401: 'session',
    4403: 'token',
    4409: 'renewed',
    1001: 'restart',
    1012: 'restart',
  };
  return reset[code] ?? ([1011, 1013, 4408, 4429, 4508].includes(code) ? 'unavailable' : 'lost');
}

export type Effect = 'open' | 'close' | 'clearCache' | 'clearStorage' | 'ping';

export const idleState: PolicyState = {
  phase: 'off',
  wanted: false,
  requested: false,
  decideAt: null,
  decidedAt: null,
  online: true,
  run: null,
  next: 'open',
  dueAt: null,
  attempts: 0,
  errors: 0,
  attemptedAt: null,
  disabledAt: null,
  connectedAt: null,
  pinged: false,
  failing: false,
  dismissed: false,
};

/** The next state and effects. `now` in milliseconds of a monotonic clock, `random` in [0, 1). */
export function next(
  before: PolicyState,
  event: PolicyEvent,
  now: number,
  random: Random,
): { state: PolicyState; effects: Effect[] } {
  const s = { ...before, run: before.run && { ...before.run } };
  const effects: Effect[] = [];
  if (event.type === 'wanted') request(s, event.wanted, now, effects);
  else if (event.type === 'timer') timer(s, now, random, effects);
  else if (event.type === 'dismiss') s.dismissed = true;
  else if (event.type === 'offline') offline(s, now, effects);
  else if (event.type === 'doubted') doubt(s, now, effects);
  else if (event.type === 'online') {
    s.online = true;
    if (s.wanted && s.phase === 'waiting') waitFor(s, 'cycle', now, policy.onlineMs);
    doubt(s, now, effects);
  } else if (event.type === 'retry') {
    if (s.wanted && s.phase === 'waiting') begin(s, 'cycle', true, now, random, effects);
  } else if (event.type === 'received' && s.phase === 'connected') {
    Object.assign(s, { pinged: false, dueAt: now + policy.connection.pingMs });
  } else if (event.type === 'opened' && s.phase === 'opening') {
    const fresh = { run: null, failing: false, pinged: false, connectedAt: now, dueAt: now + policy.connection.pingMs };
    Object.assign(s, { phase: 'connected', online: true, ...fresh });
  } else if (event.type === 'closed') closed(s, event.fault, now, random, effects);
  return { state: s, effects };
}

/** The time of the next `timer` event; null for none. */
export function wakeAt(s: PolicyState): number | null {
  return s.decideAt === null || s.dueAt === null ? (s.decideAt ?? s.dueAt) : Math.min(s.decideAt, s.dueAt);
}

export type ConnectionState = 'off' | 'connecting' | 'connected' | 'disconnected';

/** ST-12's states and UI-03's alert. */
export function alertOf(s: PolicyState): { state: ConnectionState; shown: boolean; busy: boolean } {
  const busy = s.phase === 'settling' || s.phase === 'opening';
  const state = s.phase === 'off' || s.phase === 'connected' ? s.phase : busy ? 'connecting' : 'disconnected';
  return { state, shown: s.failing && !s.dismissed, busy };
}

/**
 * UI-06, LI-09: a page's wish is applied a second later, at the earliest five seconds after the last decision. The
 * first is applied at once.
 */
function request(s: PolicyState, wanted: boolean, now: number, effects: Effect[]): void {
  s.requested = wanted;
  if (s.decidedAt === null) decide(s, now, effects);
  else if (wanted === s.wanted) s.decideAt = null;
  else s.decideAt ??= Math.max(now + policy.decision.routeChangeMs, s.decidedAt + policy.decision.gapMs);
}

function decide(s: PolicyState, now: number, effects: Effect[]): void {
  s.decideAt = null;
  if (s.requested && !s.wanted) {
    Object.assign(s, { wanted: true, decidedAt: now });
    if (s.online) openNow(s, { kind: 'open', manual: false, tried: 0, tries: 1 }, now, effects);
    else Object.assign(s, { phase: 'waiting', dueAt: null, disabledAt: now, failing: true });
  } else if (!s.requested) {
    if (s.wanted) s.decidedAt = now;
    Object.assign(s, { ...idleState, online: s.online, decidedAt: s.decidedAt, attemptedAt: s.attemptedAt });
    effects.push('close', 'clearCache');
  }
}

function timer(s: PolicyState, now: number, random: Random, effects: Effect[]): void {
  if (s.decideAt !== null && now >= s.decideAt) decide(s, now, effects);
  if (s.dueAt === null || now < s.dueAt) return;
  if (s.phase === 'waiting') begin(s, s.next, false, now, random, effects);
  else if (s.phase === 'settling' && s.run) openNow(s, s.run, now, effects);
  else if (s.phase === 'connected' && !s.pinged) doubt(s, now, effects);
  else {
    effects.push('close');
    closed(s, 'lost', now, random, effects);
  }
}

/** Sends a ping: at its interval, and where the browser reports a change of the network or of the page's visibility. */
function doubt(s: PolicyState, now: number, effects: Effect[]): void {
  if (s.phase !== 'connected' || s.pinged) return;
  Object.assign(s, { pinged: true, dueAt: now + policy.connection.pongMs });
  effects.push('ping');
}

function offline(s: PolicyState, now: number, effects: Effect[]): void {
  s.online = false;
  if (!s.wanted) return;
  if (s.phase === 'connected') s.dismissed = false;
  Object.assign(s, { phase: 'waiting', run: null, dueAt: null, disabledAt: s.disabledAt ?? now, failing: true });
  effects.push('close');
}

function begin(
  s: PolicyState,
  kind: Run['kind'],
  manual: boolean,
  now: number,
  random: Random,
  effects: Effect[],
): void {
  if (!manual && kind !== 'renewal') s.attempts++;
  const earliest = kind === 'renewal' ? earliestOf(s) : now;
  // The network was disabled while offline: only the rest of the cycle's two seconds is waited (ST-10), mostly none.
  const since = kind === 'cycle' && !manual ? (s.disabledAt ?? now) : now;
  Object.assign(s, { attemptedAt: now, disabledAt: null });
  const { cycle, reset, renewal } = policy;
  const tries = {
    open: 1,
    cycle: cycle.tries,
    renewal: renewal.tries,
    reset: reset.triesMin + Math.floor(random() * (reset.triesMax - reset.triesMin + 1)),
  }[kind];
  const run: Run = { kind, manual, tried: 0, tries };
  if (kind === 'cycle' || kind === 'reset') effects.push('close');
  if (kind === 'reset') effects.push('clearStorage');
  if (kind === 'open') openNow(s, run, now, effects);
  else settle(s, run, since, random, earliest);
}

function settle(s: PolicyState, run: Run, since: number, random: Random, earliest = since): void {
  const { reset } = policy;
  const steps = run.kind === 'renewal' ? policy.renewal : policy.cycle;
  const stepMs = run.tried === 0 ? steps.settleMs : steps.stepMs * run.tried;
  const ms = run.kind === 'reset' ? reset.waitMinMs + random() * (reset.waitMaxMs - reset.waitMinMs) : stepMs;
  Object.assign(s, { phase: 'settling', run, dueAt: Math.max(earliest, since + ms) });
}

function openNow(s: PolicyState, run: Run, now: number, effects: Effect[]): void {
  Object.assign(s, {
    phase: 'opening',
    run: { ...run, tried: run.tried + 1 },
    attemptedAt: now,
    dueAt: now + policy.connection.openMs,
  });
  effects.push('open');
}

function closed(s: PolicyState, fault: Fault, now: number, random: Random, effects: Effect[]): void {
  if (s.phase !== 'connected' && s.phase !== 'opening') return;
  const held = s.phase === 'connected' && now - (s.connectedAt ?? now) >= policy.connection.heldMs;
  if (s.phase === 'connected') s.dismissed = false;
  if (held) Object.assign(s, { attempts: 0, errors: 0 });
  const { run } = s;
  if (fault === 'renewed' && run?.kind !== 'renewal') begin(s, 'renewal', false, now, random, effects);
  else if (run?.kind === 'renewal' && run.tried < run.tries) settle(s, run, now, random);
  else broken(s, fault, held, now, random, effects);
}

/** A close that a renewal does not explain. */
function broken(s: PolicyState, fault: Fault, held: boolean, now: number, random: Random, effects: Effect[]): void {
  const { run } = s;
  s.run = null;
  // Retry by a person must not lengthen the pauses.
  if (!run?.manual) s.errors++;
  const needsReset = !['lost', 'unavailable', 'restart'].includes(fault) && run?.kind !== 'reset';
  // A connection that breaks again in the same way right after opening waits for the growing pauses instead of a reset.
  const isReset = needsReset && (held || run);
  // A reset raises the alert only after its first try has failed: mostly the session is over, and the page finds that
  // out first.
  s.failing ||= !isReset || run !== null;
  if (isReset) begin(s, 'reset', false, now, random, effects);
  else {
    if (needsReset) effects.push('clearStorage');
    if (run && run.tried < run.tries) settle(s, run, now, random);
    else if (fault === 'restart' && s.errors <= policy.reconnect.errorsOver) {
      const { minMs, maxMs } = policy.restart;
      waitFor(s, 'open', now, minMs + random() * (maxMs - minMs));
    } else if (fault === 'unavailable' && held) waitFor(s, 'open', now, policy.unavailableMs);
    else waitFor(s, 'cycle', now, restMs(s, random));
  }
}

/** LI-09: at least five seconds pass between attempts. ST-10: offline, nothing is attempted. */
function waitFor(s: PolicyState, kind: PolicyState['next'], now: number, ms: number): void {
  Object.assign(s, { phase: 'waiting', next: kind, dueAt: s.online ? Math.max(now + ms, earliestOf(s)) : null });
  if (!s.online) s.disabledAt ??= now;
}

function earliestOf(s: PolicyState): number {
  return (s.attemptedAt ?? Number.NEGATIVE_INFINITY) + policy.reconnect.gapMs;
}

/** LI-09's pause before the next attempt. A long pause clears the count that caused it. */
function restMs(s: PolicyState, random: Random): number {
  const { baseMs, jitterMs, capMs, attempts, restMs: rest, errorsOver, attemptsOver, errorRestMs } = policy.reconnect;
  if (s.attempts >= attempts) {
    s.attempts = 0;
    return rest;
  }
  if (s.errors > errorsOver && s.attempts > attemptsOver) {
    s.errors = 0;
    return errorRestMs;
  }
  return Math.min(capMs, baseMs * 2 ** s.attempts + random() * jitterMs);
}
