import { member, type Scenario, type ScenarioData, visitor } from '../lib/scenario.ts';

/** Pages of the list that the cache holds. */
const cachedPages = 50;

/** A listing by the API, and its page for visitors and members. The page scenarios use different listings. */
export function pages({ listingIds, cookies }: ScenarioData): Scenario[] {
  const paths = listingIds.map((id) => `/listings/${id}`);
  const [middle, end] = [Math.floor(paths.length / 2), paths.length - cachedPages];
  const row = (name: string, goal: string, requests: Scenario['requests']) => ({
    name,
    goal,
    requests,
    millionGoal: null,
  });
  return [
    row('listing by id, uncached', '2,500/s', visitor(paths.map((path) => `/api${path}`))),
    row('visitor: listing page, uncached', '130/s', visitor(paths.slice(0, middle))),
    row('visitor: listing page, cached', '800/s', visitor(paths.slice(end))),
    row('member: listing page', '110/s', member(paths.slice(middle, end), cookies)),
  ];
}
