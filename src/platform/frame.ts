import type { Guarded } from '#kernel/address.ts';
import type { PlaceIcon } from '#kernel/place-icon.ts';
import type { Platform } from '#platform/platform.ts';
import { type Kept, numberFrom, readKept } from './counters/stored-counters.ts';
import type { Actor } from './identity/sessions/actor.ts';

/**
 * Where a place may stand: the header's links, its icons with a counter, the account's menu, the bar of small screens,
 * the footer, the dashboard's side (its second list is `dashboard-more`), the settings' sections, and the operator's
 * tabs.
 */
export const regions = [
  'main',
  'icons',
  'menu',
  'bar',
  'footer',
  'dashboard',
  'dashboard-more',
  'settings',
  'operator',
] as const;
export type Region = (typeof regions)[number];

/** A link of the frame as a browser gets it: plain data. */
export interface Place {
  to: string;
  label: string;
  icon?: PlaceIcon | undefined;
  /** What is found there, where the region has room for a sentence: the settings. */
  about?: string | undefined;
  /** Only its own address is the place, not those below it. */
  end?: boolean | undefined;
  /** The one that stands out: the round button of the bar. */
  main?: boolean | undefined;
  /** Name of the counter that stands beside it. */
  counter?: string | undefined;
}

/** A place that a room claims. No two places of a region share an address or a rank. */
export interface ClaimedName extends Place {
  in: Region;
  /** Its order in the region. */
  rank: number;
  /**
   * Who sees it; everybody without. `member` is whoever is signed in, an operator included. In `to`, `:me` is then
   * their id.
   */
  for?: 'visitor' | 'member' | 'operator';
}

/** How many of something there are for a member. */
export type Counter = CounterTopics & (KeptCounter | CountedCounter);

/** One that waits for a member is read with every page of theirs, so triggers of the room's tables keep it. */
interface KeptCounter {
  /**
   * What one more is called behind the number, for readers: `new`, `unread`. It shows as an accent and stands in `GET
   * /api/counters`.
   */
  waits: string;
  kept: Kept;
}

/** One that only says how many there are: counted when it is asked for, by one indexed read. */
interface CountedCounter {
  waits?: never;
  /** A whole number from 0. */
  count(platform: Platform, memberId: string): Promise<number>;
}

interface CounterTopics {
  /**
   * A device of the member's has asked for it by `GET /api/counters`, as each does when the live channel tells of news.
   */
  heard?(platform: Platform, memberId: string): Promise<void>;
  /** Topics of the outbox whose events may change it; the live query `me` hears them. */
  topics(memberId: string): readonly string[];
}

/** What surrounds the pages: the rooms' places, counters and addresses, joined. */
export interface Frame {
  /** By region, in the order of their ranks. */
  places: Readonly<Record<Region, readonly ClaimedName[]>>;
  counters: Readonly<Record<string, Counter>>;
  guarded: Guarded;
  /** Beginnings of addresses of pages that keep a live connection for visitors too. */
  livePages: readonly string[];
  /** Addresses of pages that have a place for advertising. */
  ads: readonly string[];
}

/** A number beside a place, as a browser gets it. */
export interface Count {
  n: number;
  /** As of its counter. */
  waits: string | null;
}
export type Counts = Readonly<Record<string, Count>>;

/** The places of a region that somebody sees, without what only composition needs. */
export function placesOf({ places }: Frame, region: Region, viewer: Pick<Actor, 'id' | 'role'> | null): Place[] {
  const sees = (who: ClaimedName['for']) =>
    who === undefined ||
    (who === 'visitor' ? viewer === null : viewer !== null && (who === 'member' || viewer.role === 'admin'));
  return places[region]
    .filter((place) => sees(place.for))
    .map(({ in: _region, rank: _rank, for: _who, ...place }) => ({
      ...place,
      to: place.to.replace(':me', viewer?.id ?? ''),
    }));
}

/** Counts what stands beside these places, for a member. */
export async function countBeside(platform: Platform, places: readonly Place[], memberId: string): Promise<Counts> {
  return count(platform, [...new Set(places.flatMap(({ counter }) => counter ?? []))], memberId);
}

/** A device of this member's has heard of news: the rooms whose numbers they are may note it. */
async function noteReceived(platform: Platform, memberId: string): Promise<void> {
  for (const counter of Object.values(platform.frame.counters)) await counter.heard?.(platform, memberId);
}

/** Everything that waits for a member, by counter. */
export async function countWaiting(platform: Platform, memberId: string): Promise<Record<string, number>> {
  const { counters } = platform.frame;
  return readCounters(
    platform,
    Object.keys(counters).filter((name) => counters[name]?.waits),
    memberId,
  );
}

/** Everything that waits for a member one of whose devices hears it now, by counter. */
export async function followCounters(platform: Platform, memberId: string): Promise<Record<string, number>> {
  await noteReceived(platform, memberId);
  return countWaiting(platform, memberId);
}

/** The numbers of some counters, for a page that says them in words of its own. */
export async function readCounters<Name extends string>(
  platform: Platform,
  names: readonly Name[],
  memberId: string,
): Promise<Record<Name, number>> {
  const counts = await count(platform, names, memberId);
  return Object.fromEntries(names.map((name) => [name, counts[name]?.n ?? 0])) as Record<Name, number>;
}

/** All that are kept come by one read. */
async function count(platform: Platform, names: readonly string[], memberId: string): Promise<Record<string, Count>> {
  const wanted = names.flatMap((name) => {
    const counter = platform.frame.counters[name];
    return counter ? [{ name, counter }] : [];
  });
  const kept = wanted.some(({ counter }) => 'kept' in counter)
    ? readKept(platform.pool, memberId)
    : new Map<string, number>();
  const counted = await Promise.all(
    wanted.map(async ({ name, counter }) => {
      const n =
        'kept' in counter
          ? await numberFrom(platform, counter.kept, await kept, memberId)
          : await counter.count(platform, memberId);
      return [name, { n, waits: counter.waits ?? null }] as const;
    }),
  );
  return Object.fromEntries(counted);
}
