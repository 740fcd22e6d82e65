import { formatList, plural } from '#kernel/format.ts';
import { decimalOf } from '#kernel/numbers/money.ts';
import type { BlockFigures } from '../sales-block/sales-block.rules.ts';

/** From when on a seller needs a payout account: the live rule. Nothing where they never do. */
export function SalesBlockNote({ blockFromOrders, blockFromOwed }: BlockFigures) {
  const limits = [
    ...(blockFromOrders === null ? [] : [plural(blockFromOrders, { one: '# paid order', other: '# paid orders' })]),
    ...(blockFromOwed === null ? [] : [`unsent earnings of ${decimalOf(blockFromOwed)}`]),
  ];
  if (limits.length === 0) return null;
  return (
    <p>
      You can list cards without a payout account. With {formatList(limits, 'or')}, your listings can’t be bought until
      your account is active.
    </p>
  );
}
