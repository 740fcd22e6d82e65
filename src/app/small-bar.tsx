import { BottomBar } from '#ui/site-header.tsx';
import { useCounts } from './live-counts.tsx';
import { useRootData } from './root-data.ts';

/** The main places within the thumb's reach, each with what waits there: an icon of the header that leads to the same place makes room for the search. */
export function SmallBar() {
  const counts = useCounts();
  return <BottomBar items={useRootData().frame.places.bar} counts={counts} />;
}
