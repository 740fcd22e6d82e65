import { AsyncLocalStorage } from 'node:async_hooks';
import { type Refusal, tooMany } from '#kernel/refusal.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import { createLimiter, type Limiter } from '#platform/limiter.ts';
import type { Platform } from '#platform/platform.ts';
import type { Actor } from '../identity/sessions/actor.ts';
import { clientAddress } from './guards.ts';
import { httpLimits, readsPerPoint } from './http.limits.ts';
import type { ApiContext } from './requests/api.ts';
import { isLoopback } from './requests/loopback.ts';
import { network } from './responses/network.rules.ts';

/** The caller of a read: counted as a member, or by a visitor's network. */
export interface Caller {
  actor: Actor | null;
  address: string;
}

type Parts = Pick<Platform, 'limits' | 'clock' | 'bus'>;

export function callerOf(c: ApiContext, platform: Pick<Platform, 'clients'>): Caller {
  return { actor: c.get('actor'), address: clientAddress(c, platform) };
}

/**
 * Runs a read that is expensive for the database and this process: within the caller's budget (429 beyond it), and by a
 * limiter. Visitors and members have one limiter each, so that any number of visitors leaves capacity for members; with
 * a full queue the read is refused (503). Look in caches before calling this.
 */
export async function readCostly<T>(parts: Parts, caller: Caller, read: () => Promise<T>): Promise<T> {
  await budgetOf(parts.bus, parts).spend(caller);
  const { visitors, members } = limitersOf(parts.bus);
  return caller.actor === null ? visitors(read) : members(read);
}

/** Counts a costly read that needs no limiter. */
export function countCostly(parts: Parts, caller: Caller): Promise<void> {
  return budgetOf(parts.bus, parts).spend(caller);
}

/**
 * Renders a visitor's page within the visitors' limiter. Reads of the page by `readCostly` belong to it and do not wait
 * again.
 */
export function renderForVisitor<T>(parts: Pick<Platform, 'bus'>, render: () => Promise<T>): Promise<T> {
  return limitersOf(parts.bus).visitors(render, crowded);
}

const busy = 'We’re handling many searches right now. Try again in a few seconds.';
const crowded = 'We’re very busy right now. Try again in a few seconds.';

/** At about 10 ms each a visitor waits about a second at most. */
const limits = { concurrency: 4, waiting: 200 };

const limitersOf = weakMemo((_bus: Platform['bus']) => ({
  visitors: reentrant(createLimiter(limits.concurrency, limits.waiting, busy)),
  members: createLimiter(limits.concurrency, limits.waiting, busy),
}));

/** Nested work runs at once: with all slots taken by pages that wait for their own reads, none would ever end. */
function reentrant(limiter: Limiter): Limiter {
  const running = new AsyncLocalStorage<true>();
  return (work, sentence) => (running.getStore() ? work() : limiter(() => running.run(true, work), sentence));
}

const budgetOf = weakMemo((_bus: Platform['bus'], parts: Parts) => createBudget(parts));

interface Spent {
  /** Reads left of the last counted point. */
  left: number;
  refusedUntilMs: number;
}

const maxSubjects = 10_000;

/**
 * Takes a point of the shared count for every ten reads; a caller over the limit is refused here until the window ends,
 * without another query.
 */
function createBudget({ limits, clock }: Pick<Platform, 'limits' | 'clock'>) {
  const known = new Map<string, Spent>();
  const limit = httpLimits.costlyReads;
  return {
    async spend({ actor, address }: Caller): Promise<void> {
      // Behind an unknown proxy all visitors would share one count; the log and the admin pages report it.
      if (actor === null && (address === '' || isLoopback(address) || address === '::1')) return;
      const subject = actor?.id ?? network(address);
      const nowMs = clock.now().getTime();
      const spent = known.get(subject) ?? { left: 0, refusedUntilMs: 0 };
      if (spent.refusedUntilMs > nowMs) throw over(spent.refusedUntilMs - nowMs);
      if (spent.left > 0) {
        spent.left--;
        return;
      }
      // A cleared caller is still in the shared count.
      if (known.size >= maxSubjects) known.clear();
      known.set(subject, spent);
      // Set before the count returns: concurrent reads share the same ten.
      spent.left = readsPerPoint - 1;
      const { allowed, retryAfterSeconds } = await limits.take(limit, subject);
      if (allowed) return;
      spent.refusedUntilMs = nowMs + retryAfterSeconds * 1_000;
      spent.left = 0;
      throw over(retryAfterSeconds * 1_000);
    },
  };
  function over(ms: number): Refusal {
    return tooMany(limit.sentence ?? '', Math.ceil(ms / 1_000), limit.code);
  }
}
