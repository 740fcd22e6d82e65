import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { type HeadSort, headOf, type OwnSort } from './own-query.ts';

interface SortHeadProps {
  column: HeadSort;
  sort: OwnSort;
  className?: string;
  children: ReactNode;
}

/** A column head that sorts the table: a link to the same listings in the next order, from the first page. */
export function SortHead({ column, sort, className, children }: SortHeadProps) {
  const { pathname, search } = useLocation();
  const { way, next } = headOf(column, sort);
  const params = new URLSearchParams(search);
  params.delete('cursor');
  params.set('sort', next);
  return (
    <th className={className} aria-sort={way}>
      <Link className="th-s" to={`${pathname}?${params}`} preventScrollReset>
        {children}
        {way && <Icon of={way === 'ascending' ? ArrowUp : ArrowDown} size={14} />}
      </Link>
    </th>
  );
}
