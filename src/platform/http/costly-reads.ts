import { setTimeout as pause } from 'node:timers/promises';
import { type Refusal, tooMany } from '#kernel/refusal.ts';
import { createGate, type Gate } from '#platform/gate.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { shared } from '#platform/shared.ts';
import type { ApiContext } from './api.ts';
import { clientAddress } from './guards.ts';
import { httpLimits, readsOfAPoint } from './http.limits.ts';
import { isLoopback } from './loopback.ts';
import { network } from './network.rules.ts';

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
 * Makes an answer that costs the database and this process more than a look at one thing: within the asker's budget (429 past it), and in a lane of its own.
 * Visitors share one, so that however many there are, what members read and write finds the machine free; whoever comes when its line is full is asked to
 * come again (503). Ask for what is kept first: this is for what must be made.
 */
export async function readCostly<T>(parts: Parts, asker: Asker, read: () => Promise<T>): Promise<T> {
  await budgetOf(parts).spend(asker);
  const { visitors, members } = lanesOf(parts);
  return asker.actor === null ? visitors(read) : members(read);
}

/**
 * Makes an answer out of memory and a statement or two by key, within the same budget: a millisecond's work, so that visitors need not stand in line one by one. What turns out
 * to cost more is read again by `readCostly`, and counts twice.
 */
export async function readQuick<T>(parts: Parts, asker: Asker, read: () => Promise<T>): Promise<T> {
  await budgetOf(parts).spend(asker);
  const { quick, members } = lanesOf(parts);
  return asker.actor === null ? quick(read) : members(read);
}

/** Counts a costly read that takes no lane. */
export function countCostly(parts: Parts, asker: Asker): Promise<void> {
  return budgetOf(parts).spend(asker);
}

/**
 * The making of a visitor's page that nobody has kept: few at a time, since each holds the process's one thread for milliseconds. A place is held while the
 * page reads, too. So the pages that search have places of their own: they stand in the visitors' lane, and the others would stand there with them.
 */
export function renderForVisitor<T>(parts: Pick<Platform, 'bus'>, isSearching: boolean, render: () => Promise<T>): Promise<T> {
  const { pages, searchPages } = lanesOf(parts);
  return isSearching ? searchPages(render) : pages(render);
}

/**
 * The making of a member's page: few at a time as well, since what fifty of them have read would live through every collection until its turn comes to be drawn. Nobody is sent
 * away; one that waits for somebody else's server gives its place to the next.
 */
export function renderForMember<T>(parts: Pick<Platform, 'bus'>, render: () => Promise<T>): Promise<T> {
  return lanesOf(parts).memberPages(render);
}

/**
 * An answer of many whole rows, for a member: few at a time too. Fifty that read side by side all live through two collections of the young before the first is written, and end as work for
 * the collection of everything (decision 189). Nobody is sent away.
 */
export function readManyRows<T>(parts: Pick<Platform, 'bus'>, read: () => Promise<T>): Promise<T> {
  return lanesOf(parts).manyRows(read);
}

const busy = 'Many people are looking for something right now. Try again in a few seconds.';
const crowded = 'Many people are here right now. Try again in a few seconds.';

/** At a time, and waiting: at some 20 ms each, and the lane’s rest as long, a visitor stands in line for some four seconds at most. */
const lanesOf = ({ bus }: Pick<Platform, 'bus'>) =>
  shared(bus, 'http.lanes', () => ({
    visitors: resting(createGate(1, 100, busy)),
    quick: createGate(4, 200, busy),
    // With two the thread stood idle while both waited for the database (decision 170).
    pages: createGate(3, 200, crowded),
    searchPages: createGate(2, 200, crowded),
    members: createGate(4, 200, busy),
    memberPages: passing(createGate(6, Number.POSITIVE_INFINITY, crowded)),
    manyRows: passing(createGate(4, Number.POSITIVE_INFINITY, crowded)),
  }));

/** A lane that stands empty after each piece of work for as long as that took: whoever keeps it full has half of the machine at most. */
function resting(gate: Gate): Gate {
  return (work) =>
    new Promise((resolve, reject) => {
      const turn = gate(async () => {
        const begun = performance.now();
        await work().then(resolve, reject);
        await pause(Math.min(100, performance.now() - begun));
      });
      turn.catch(reject);
    });
}

/** What takes longer waits for something else than the processor. */
const placeMs = 100;

/** A lane that goes on when its work does not. */
function passing(gate: Gate): Gate {
  return (work) =>
    new Promise((resolve, reject) => {
      const turn = gate(
        () =>
          new Promise<void>((goOn) => {
            const late = setTimeout(goOn, placeMs).unref();
            void work()
              .then(resolve, reject)
              .finally(() => {
                clearTimeout(late);
                goOn();
              });
          }),
      );
      turn.catch(reject);
    });
}

const budgetOf = (parts: Parts) => shared(parts.bus, 'http.budget', () => createBudget(parts));

interface Spent {
  /** Of the point that was counted last. */
  left: number;
  refusedUntilMs: number;
}

const mostKnown = 10_000;

/** Takes a point of the shared count for every ten reads; one who is over the limit is refused here until the window ends, without asking again. */
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
