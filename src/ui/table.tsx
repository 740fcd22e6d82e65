import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

export interface TableProps {
  /** Read aloud; the panel's heading usually says it for the eye. */
  caption: string;
  compact?: boolean;
  /** The class that places the cells of a row on small screens (`copies`, `mine`). */
  rows?: string;
  head: ReactNode;
  children: ReactNode;
}

/** A real table that becomes a list of rows under 900 px. */
export function Table({ caption, compact, rows, head, children }: TableProps) {
  return (
    <div className="tw">
      <table className={clsx('tbl', compact && 'compact', rows)}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export interface SortHeaderProps {
  /** The address sorted by this column, the other way round where it is already. */
  to: string;
  sorted?: 'ascending' | 'descending' | undefined;
  numeric?: boolean;
  children: ReactNode;
}

export function SortHeader({ to, sorted, numeric, children }: SortHeaderProps) {
  return (
    <th scope="col" className={numeric ? 'n' : undefined} aria-sort={sorted}>
      <Link to={to} preventScrollReset className="th-s">
        {children}
        {sorted && <Icon of={sorted === 'ascending' ? ArrowUp : ArrowDown} size={14} />}
      </Link>
    </th>
  );
}
