import { AsyncLocalStorage } from 'node:async_hooks';
import { type Refusal, tooMany } from '#kernel/refusal.ts';
import { weakMemo } from '#kernel/weak-memo.ts';
import { createLimiter, type Limiter } from '#platform/limiter.ts';
import type { Platform } from '#platform/platform.ts';
import type { Actor } from '../identity/sessions/actor.ts';
import { clientAddress } from './guards.ts';
import { httpLimits, readsOfAPoint } from './http.limits.ts';
import type { ApiContext } from './requests/api.ts';
import { isLoopback } from './requests/loopback.ts';
import { network } from './responses/network.rules.ts';

/** Who asks: counted as a member, or by the network that a visitor comes from. */
export interface Asker {
  actor: Actor | null;
  address: string;
}

type Parts = Pick<Platform, 'limits' | 'clock' | 'bus'>;

export function askerOf(c: ApiContext, platform: Pick<Platform, 'clients'>): Asker {
  return { actor: c.get('actor'), address: clientAddress(c, platform) };
}

/**
 * Makes an answer that costs the database and this process more than a look at one thing: within the asker's budget
 * (429 past it), and by a limiter. Visitors and members have one each, so that however many visitors there are, members
 * find the machine free; who comes while the queue is full is refused (503). Look into caches first: this is for what
 * must be made.
 */
export async function readCostly<T>(parts: Parts, asker: Asker, read: () => Promise<T>): Promise<T> {
  await budgetOf(parts.bus, parts).spend(asker);
  const { visitors, members } = limitersOf(parts.bus);
  return asker.actor === null ? visitors(read) : members(read);
}

/** Counts a costly read that needs no limiter. */
export function countCostly(parts: Parts, asker: Asker): Promise<void> {
  return budgetOf(parts.bus, parts).spend(asker);
}

/**
 * Renders a visitor's page by the visitors' limiter. What the page reads by `readCostly` meanwhile is part of it, and
 * does not wait again.
 */
export function renderForVisitor<T>(parts: Pick<Platform, 'bus'>, render: () => Promise<T>): Promise<T> {
  return limitersOf(parts.bus).visitors(render, crowded);
}

const busy = 'Many people are looking for something right now. Try again in a few seconds.';
const crowded = 'Many people are here right now. Try again in a few seconds.';

/** At some 10 ms each a visitor waits for about a second at most. */
const limits = { concurrency: 4, waiting: 200 };

const limitersOf = weakMemo((_bus: Platform['bus']) => ({
  visitors: reentrant(createLimiter(limits.concurrency, limits.waiting, busy)),
  members: createLimiter(limits.concurrency, limits.waiting, busy),
}));

/**
 * Work that a running piece of work starts runs within it: with all places taken by pages that wait for their own
 * reads, none would ever end.
 */
function reentrant(limiter: Limiter): Limiter {
  const running = new AsyncLocalStorage<true>();
  return (work, sentence) => (running.getStore() ? work() : limiter(() => running.run(true, work), sentence));
}

const budgetOf = weakMemo((_bus: Platform['bus'], parts: Parts) => createBudget(parts));

interface Spent {
  /** Of the point that was counted last. */
  left: number;
  refusedUntilMs: number;
}

const mostKnown = 10_000;

/**
 * Takes a point of the shared count for every ten reads; one who is over the limit is refused here until the window
 * ends, without asking again.
 */
function createBudget({ limits, clock }: Pick<Platform, 'limits' | 'clock'>) {
  const known = new Map<string, Spent>();
  const limit = httpLimits.costlyReads;
  return {
    async spend({ actor, address }: Asker): Promise<void> {
      // Behind a proxy that nobody named all visitors would be one; the log and the operators' pages say so.
      if (actor === null && (address === '' || isLoopback(address) || address === '::1')) return;
      const subject = actor?.id ?? network(address);
      const nowMs = clock.now().getTime();
      const spent = known.get(subject) ?? { left: 0, refusedUntilMs: 0 };
      if (spent.refusedUntilMs > nowMs) throw over(spent.refusedUntilMs - nowMs);
      if (spent.left > 0) {
        spent.left--;
        return;
      }
      // Whoever is forgotten here stands in the shared count all the same.
      if (known.size >= mostKnown) known.clear();
      known.set(subject, spent);
      // Before the count is there: those that come meanwhile are of the same ten.
      spent.left = readsOfAPoint - 1;
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
