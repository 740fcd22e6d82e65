import type { GuardedPaths } from '#kernel/address.ts';
import type { PlaceIcon } from '#kernel/place-icon.ts';
import type { Platform } from '#platform/platform.ts';
import { numberFrom, readStored, type StoredCount } from './counters/stored-counters.ts';
import type { Actor } from './identity/sessions/actor.ts';

/**
 * The parts of the page frame that hold links: the header, its icons with a counter, the account menu, the bar of small
 * screens, the footer, the dashboard's side navigation (`dashboard-more`: its second list), the sections of the
 * settings, and the admin's tabs.
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

/** A navigation link as plain data for the browser. */
export interface NavigationLink {
  to: string;
  label: string;
  icon?: PlaceIcon | undefined;
  /** One sentence about the page, shown in the settings. */
  about?: string | undefined;
  /** The link is current on its own address only, not on the addresses below it. */
  end?: boolean | undefined;
  /** The highlighted one: the round button of the bar. */
  main?: boolean | undefined;
  /** Name of the counter that is shown beside it. */
  counter?: string | undefined;
}

/** A navigation link of a feature. No two links of a region share an address or a rank. */
export interface NavigationEntry extends NavigationLink {
  in: Region;
  /** Its order in the region. */
  rank: number;
  /** Audience; absent: all. `member` includes admins. In `to`, `:me` is replaced by the member's id. */
  for?: 'visitor' | 'member' | 'operator';
}

/** How many of something a member has. */
export type Counter = CounterTopics & (StoredCounter | CountedCounter | OperatorCounter);

/** A count of pending things is read with every page of the member, so triggers of the feature's tables store it. */
interface StoredCounter {
  /**
   * The word after the number for screen readers: `new`, `unread`. The number has an accent and is part of `GET
   * /api/counters`.
   */
  waits: string;
  stored: StoredCount;
}

/** What waits for admins. There are few of them: it is counted on request, and never for other members. */
interface OperatorCounter {
  for: 'operator';
  waits: string;
  count(platform: Platform, adminId: string): Promise<number>;
}

/** A plain count, computed on request by one indexed read. */
interface CountedCounter {
  waits?: never;
  /** An integer from 0. */
  count(platform: Platform, memberId: string): Promise<number>;
}

interface CounterTopics {
  /** Called when a device of the member reads `GET /api/counters`, as each device does after a live update. */
  onRead?(platform: Platform, memberId: string): Promise<void>;
  /** Topics of the outbox whose events may change the count; the live query `me` subscribes to them. */
  topics(memberId: string): readonly string[];
}

/** The frame around the pages: navigation, counters and addresses of all features. */
export interface Frame {
  /** By region, sorted by rank. */
  navigation: Readonly<Record<Region, readonly NavigationEntry[]>>;
  counters: Readonly<Record<string, Counter>>;
  guarded: GuardedPaths;
  /** Address prefixes of pages with a live connection for visitors too. */
  livePages: readonly string[];
  /** Addresses of pages with an advertising slot. */
  adPages: readonly string[];
}

/** A number beside a link, as plain data for the browser. */
export interface Count {
  n: number;
  /** As of its counter. */
  waits: string | null;
}
export type Counts = Readonly<Record<string, Count>>;

/** The links of a region for this viewer. */
export function navigationLinks(
  { navigation }: Frame,
  region: Region,
  viewer: Pick<Actor, 'id' | 'role'> | null,
): NavigationLink[] {
  const sees = (who: NavigationEntry['for']) =>
    who === undefined ||
    (who === 'visitor' ? viewer === null : viewer !== null && (who === 'member' || viewer.role === 'admin'));
  return navigation[region]
    .filter((link) => sees(link.for))
    .map(({ in: _region, rank: _rank, for: _who, ...link }) => ({
      ...link,
      to: link.to.replace(':me', viewer?.id ?? ''),
    }));
}

/** Reads the counters of these links for a member. */
export async function countLinks(
  platform: Platform,
  links: readonly NavigationLink[],
  memberId: string,
): Promise<Counts> {
  return count(platform, [...new Set(links.flatMap(({ counter }) => counter ?? []))], memberId);
}

/** Calls `onRead` of every counter. */
async function noteRead(platform: Platform, memberId: string): Promise<void> {
  for (const counter of Object.values(platform.frame.counters)) await counter.onRead?.(platform, memberId);
}

/** All pending counts of a member, by counter; with the role `admin` those of admins too. */
export async function countWaiting(
  platform: Platform,
  memberId: string,
  role: Actor['role'] = 'member',
): Promise<Record<string, number>> {
  const names = Object.entries(platform.frame.counters).flatMap(([name, counter]) =>
    counter.waits && (role === 'admin' || !('for' in counter)) ? [name] : [],
  );
  return readCounters(platform, names, memberId);
}

/** All pending counts of a member, read by one of their devices, by counter. */
export async function followCounters(
  platform: Platform,
  memberId: string,
  role?: Actor['role'],
): Promise<Record<string, number>> {
  await noteRead(platform, memberId);
  return countWaiting(platform, memberId, role);
}

/** The values of some counters, for a page that shows them in its own text. */
export async function readCounters<Name extends string>(
  platform: Platform,
  names: readonly Name[],
  memberId: string,
): Promise<Record<Name, number>> {
  const counts = await count(platform, names, memberId);
  return Object.fromEntries(names.map((name) => [name, counts[name]?.n ?? 0])) as Record<Name, number>;
}

/** One query reads all stored counters. */
async function count(platform: Platform, names: readonly string[], memberId: string): Promise<Record<string, Count>> {
  const wanted = names.flatMap((name) => {
    const counter = platform.frame.counters[name];
    return counter ? [{ name, counter }] : [];
  });
  const stored = wanted.some(({ counter }) => 'stored' in counter)
    ? readStored(platform.pool, memberId)
    : new Map<string, number>();
  const counted = await Promise.all(
    wanted.map(async ({ name, counter }) => {
      const n =
        'stored' in counter
          ? await numberFrom(platform, counter.stored, await stored, memberId)
          : await counter.count(platform, memberId);
      return [name, { n, waits: counter.waits ?? null }] as const;
    }),
  );
  return Object.fromEntries(counted);
}
