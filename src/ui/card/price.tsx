import { currentFormat } from '#kernel/format.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { approximate } from '#kernel/numbers/reference-rates.ts';
import { cn } from '../cn.ts';

export interface PriceProps {
  value: Money;
  /** `tile` 17 px, `big` 40 px on a listing, `plain` takes the text around it. */
  size?: 'plain' | 'tile' | 'big';
  className?: string;
}

const sizes = { plain: 'tnum', tile: 'price', big: 'bigp' };

/** An amount, and beside it about the same in the reader's currency where that is another one. */
export function Price({ value, size = 'tile', className }: PriceProps) {
  const { currency } = currentFormat();
  return (
    <span className={cn(sizes[size], className)}>
      {formatMoney(value)}
      {currency && currency !== value.currency && size !== 'plain' && (
        <span className="approx"> ≈ {formatMoney(approximate(value, currency))}</span>
      )}
    </span>
  );
}

/**
 * `+ €1.20 shipping`, or `Free shipping`. Null: no method of the seller ships it. `varies`: it is the price to the
 * destination with the cheapest shipping.
 */
export function postWords(post: Money | null, varies = false): string {
  if (post === null) return 'Contact seller for shipping';
  if (varies) return post.amount === 0 ? 'Free shipping to some countries' : `+ shipping from ${formatMoney(post)}`;
  return post.amount === 0 ? 'Free shipping' : `+ ${formatMoney(post)} shipping`;
}
