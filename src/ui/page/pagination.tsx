import { Link } from 'react-router';

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
  const count = `${approximate ? 'about ' : ''}${total.toLocaleString('en')}`;
  const share = total > 0 ? Math.min(100, (shown / total) * 100) : 100;
  return (
    <div className="more">
      <p className="dim tnum">
        {shown.toLocaleString('en')} of {count} {noun}
      </p>
      <div className="prog" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </div>
      {to && (
        <Link className="btn" to={to} preventScrollReset aria-busy={busy || undefined}>
          {busy ? 'Loading…' : `Show ${Math.min(step, Math.max(total - shown, 1)).toLocaleString('en')} more`}
        </Link>
      )}
    </div>
  );
}
