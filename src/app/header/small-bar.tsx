import { BottomBar } from '#ui/page/site-header.tsx';
import { useRootData } from '../rendering/root-data.ts';
import { BarAccount } from './account-menu.tsx';
import { useCounts } from './live-counts.tsx';

/**
 * The bottom bar of small screens: the main entries with their counters, and a member's account menu. The header omits its icons for the same
 * entries, which leaves space for the search.
 */
export function SmallBar() {
  const counts = useCounts();
  const { frame, viewer } = useRootData();
  return (
    <BottomBar items={frame.places.bar} counts={counts}>
      {viewer && <BarAccount viewer={viewer} />}
    </BottomBar>
  );
}
