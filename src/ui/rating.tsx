import { Star } from 'lucide-react';
import { Icon } from './icon.tsx';

export interface RatingProps {
  /** 1 to 5; without one the member is new. */
  value: number | null | undefined;
  count?: number;
}

export function Rating({ value, count }: RatingProps) {
  if (value === null || value === undefined) return <span className="rate">First sales</span>;
  return (
    <span className="rate">
      <Icon of={Star} size={13} className="solid" />
      <span className="sr">Rated </span>
      {value.toFixed(value === 5 ? 1 : 2)}
      {count !== undefined && <span className="dim">&nbsp;({count.toLocaleString('en')})</span>}
    </span>
  );
}
