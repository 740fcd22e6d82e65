import type { Feature } from '#platform/feature.ts';
import { type ClaimedName, type Frame, type Region, regions } from '#platform/frame.ts';
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
  const claimed = parts.flatMap(({ places = [] }) => places);
  for (const { counter, to } of claimed)
    if (counter && !(counter in counters)) throw new Error(`no feature has the counter ${counter}, which ${to} names`);
  return {
    places: Object.fromEntries(regions.map((region) => [region, placesIn(region, claimed)])) as Record<
      Region,
      ClaimedName[]
    >,
    counters,
    guarded: {
      under: parts.flatMap(({ guarded = [] }) => guarded),
      alone: parts.flatMap(({ guardedAlone = [] }) => guardedAlone),
    },
    livePages: parts.flatMap(({ livePages = [] }) => livePages),
    ads: parts.flatMap(({ ads = [] }) => ads),
  };
}

function placesIn(region: Region, claimed: readonly ClaimedName[]): ClaimedName[] {
  const here = claimed.filter((place) => place.in === region);
  joined(
    here.map((place) => ({ [place.to]: place })),
    `place in ${region}:`,
  );
  return byRank(here, `rank in ${region}:`);
}
