import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';

export interface AdSlotProps {
  /** The advertiser, unless it is the marketplace itself. */
  from?: string | null;
  ref?: Ref<HTMLElement>;
  /** The ad; without one, the marketplace's own premium. */
  children?: ReactNode;
}

/**
 * An ad slot, which members with premium don't have. It is labelled as advertising and has a fixed height, so that
 * nothing below it moves.
 */
export function AdSlot({ from, ref, children }: AdSlotProps) {
  return (
    <aside className="ad" data-testid="ad-slot" aria-label="Advertisement" ref={ref}>
      <span className="ad-k">{from ? `Advertisement · ${from}` : 'Advertisement'}</span>
      {children ?? (
        <p>
          Premium sellers have unlimited active listings for 30 days each. <Link to="/premium">Compare plans</Link>
        </p>
      )}
    </aside>
  );
}
