import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';

export interface AdSlotProps {
  /** Who is behind it, where that is not the market itself. */
  from?: string | null;
  ref?: Ref<HTMLElement>;
  /** What is advertised: the market's own premium where nothing else is. */
  children?: ReactNode;
}

/**
 * A place for advertising, which members with premium don't have. It says what it is, and is as high whatever stands in
 * it: nothing below it ever moves.
 */
export function AdSlot({ from, ref, children }: AdSlotProps) {
  return (
    <aside className="ad" data-testid="ad-slot" aria-label="Advertisement" ref={ref}>
      <span className="ad-k">{from ? `Advertisement · ${from}` : 'Advertisement'}</span>
      {children ?? (
        <p>
          Premium sellers list without limit and each copy stays for 30 days.{' '}
          <Link to="/premium">See what premium changes</Link>
        </p>
      )}
    </aside>
  );
}
