import { Star } from 'lucide-react';
import { formatNumber } from '#kernel/format.ts';
import { Icon } from '../icon.tsx';

export interface RatingProps {
  /** 1 to 5; without one the member is new. */
  value: number | null | undefined;
  count?: number;
  /** The number of sales of a member without a rating: zero means new, more means not yet rated. */
  sales?: number;
}

export function Rating({ value, count, sales = 0 }: RatingProps) {
  if (value === null || value === undefined)
    return <span className="rate">{sales > 0 ? 'No ratings yet' : 'New seller'}</span>;
  return (
    <span className="rate">
      <Icon of={Star} size={13} className="solid" />
      <span className="sr">Rated </span>
      {value.toFixed(value === 5 ? 1 : 2)}
      {count !== undefined && <span className="dim">&nbsp;({formatNumber(count)})</span>}
    </span>
  );
}
