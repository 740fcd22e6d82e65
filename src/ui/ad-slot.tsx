import type { ReactNode } from 'react';
import { Link } from 'react-router';

export interface AdSlotProps {
  /** What is advertised: the market's own premium where no other advertising is set up. */
  children?: ReactNode;
}

/** A place for advertising, which members with premium don't have. It says what it is. */
export function AdSlot({ children }: AdSlotProps) {
  return (
    <aside className="ad" data-testid="ad-slot" aria-label="Advertisement">
      <span className="ad-k">Advertisement</span>
      {children ?? (
        <p>
          Premium sellers list without limit and each copy stays for 30 days. <Link to="/premium">See what premium changes</Link>
        </p>
      )}
    </aside>
  );
}
