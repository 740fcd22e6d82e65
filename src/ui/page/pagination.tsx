import { Link } from 'react-router';
import { formatNumber } from '#kernel/format.ts';

export interface ShowMoreProps {
  /** The address of the results with the next ones; null at the end. */
  to: string | null;
  /** How many come next at most. */
  step: number;
  shown: number;
  total: number;
  /** The total is an estimate. */
  approximate?: boolean;
  /** What is counted: `cards`. */
  noun: string;
  busy?: boolean;
}

/** A link, not a scroll without end: Back restores the place, and the footer can be reached. */
export function ShowMore({ to, step, shown, total, approximate, noun, busy }: ShowMoreProps) {
  const count = `${approximate ? 'about ' : ''}${formatNumber(total)}`;
  const share = total > 0 ? Math.min(100, (shown / total) * 100) : 100;
  return (
    <div className="more">
      <p className="dim tnum">
        {formatNumber(shown)} of {count} {noun}
      </p>
      <div className="prog" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </div>
      {to && (
        <Link className="btn" to={to} preventScrollReset aria-busy={busy || undefined}>
          {busy ? 'Loading…' : `Show ${formatNumber(Math.min(step, Math.max(total - shown, 1)))} more`}
        </Link>
      )}
    </div>
  );
}
