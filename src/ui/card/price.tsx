import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { cn } from '../cn.ts';

export interface PriceProps {
  value: Money;
  /** `tile` 17 px, `big` 40 px on a listing, `plain` takes the text around it. */
  size?: 'plain' | 'tile' | 'big';
  /** A converted amount is marked. */
  converted?: boolean;
  className?: string;
}

const sizes = { plain: 'tnum', tile: 'price', big: 'bigp' };

export function Price({ value, size = 'tile', converted, className }: PriceProps) {
  return (
    <span className={cn(sizes[size], className)}>
      {converted && '≈ '}
      {formatMoney(value)}
    </span>
  );
}

/** `+ €1.20 shipping`, or `Free shipping`. Null: no method of the seller ships it. */
export function postWords(post: Money | null): string {
  if (post === null) return 'Contact seller for shipping';
  return post.amount === 0 ? 'Free shipping' : `+ ${formatMoney(post)} shipping`;
}
