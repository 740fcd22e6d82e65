import { BottomBar } from '#ui/page/site-header.tsx';
import { useRootData } from '../rendering/root-data.ts';
import { useCounts } from './live-counts.tsx';

/**
 * The main places within the thumb's reach, each with what waits there: an icon of the header that leads to the same
 * place makes room for the search.
 */
export function SmallBar() {
  const counts = useCounts();
  return <BottomBar items={useRootData().frame.places.bar} counts={counts} />;
}
