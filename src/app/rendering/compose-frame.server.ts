import type { Feature } from '#platform/feature.ts';
import { type Frame, type NavigationEntry, type Region, regions } from '#platform/frame.ts';
import { byRank, joined } from '../server/join-unique.ts';

/**
 * Composes the frame from the features' manifests. Throws when two claim the same position, or an entry names a counter
 * that does not exist.
 */
export function composeFrame(parts: readonly Feature[]): Frame {
  const counters = joined(
    parts.map((part) => part.counters),
    'counter',
  );
  const claimed = parts.flatMap(({ navigation = [] }) => navigation);
  for (const { counter, to } of claimed)
    if (counter && !(counter in counters)) throw new Error(`no feature has the counter ${counter}, which ${to} names`);
  return {
    navigation: Object.fromEntries(regions.map((region) => [region, linksIn(region, claimed)])) as Record<
      Region,
      NavigationEntry[]
    >,
    counters,
    guarded: {
      under: parts.flatMap(({ memberPages = [] }) => memberPages),
      alone: parts.flatMap(({ exactMemberPages = [] }) => exactMemberPages),
    },
    livePages: parts.flatMap(({ livePages = [] }) => livePages),
    adPages: parts.flatMap(({ adPages = [] }) => adPages),
  };
}

function linksIn(region: Region, claimed: readonly NavigationEntry[]): NavigationEntry[] {
  const here = claimed.filter((place) => place.in === region);
  joined(
    here.map((place) => ({ [place.to]: place })),
    `place in ${region}:`,
  );
  return byRank(here, `rank in ${region}:`);
}
