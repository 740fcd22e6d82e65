import { BottomBar } from '#ui/page/site-header.tsx';
import { useRootData } from '../rendering/root-data.ts';
import { useCounts } from './live-counts.tsx';

/**
 * The bottom bar of small screens: the main entries with their counters. The header omits its icons for the same
 * entries, which leaves space for the search.
 */
export function SmallBar() {
  const counts = useCounts();
  return <BottomBar items={useRootData().frame.places.bar} counts={counts} />;
}
