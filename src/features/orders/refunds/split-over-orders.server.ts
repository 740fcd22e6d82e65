import { splitByRemainder } from '#kernel/numbers/split.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { OrderRow } from '../model/order.tables.ts';
import { leftOf } from './refunds.server.ts';

/**
 * Splits an amount that Stripe moved for a whole purchase over its locked orders: first over what is left of each, then
 * over what each has had refunded or taken. So no order has more than its total, unless Stripe moved more than the
 * purchase. Orders that get nothing are left out.
 */
export async function splitOverOrders(
  tx: Tx,
  placed: readonly OrderRow[],
  amount: number,
): Promise<[OrderRow, number][]> {
  const left: number[] = [];
  for (const order of placed) left.push(Math.max(0, await leftOf(tx, order)));
  const shares = splitWithin(
    amount,
    placed.map(({ totalAmount }) => totalAmount),
    left,
  );
  return placed.flatMap((order, at) => ((shares[at] ?? 0) > 0 ? [[order, shares[at] ?? 0] as [OrderRow, number]] : []));
}

/** The parts of an amount, by what is `left` of each total and then by the rest of it. */
export function splitWithin(amount: number, totals: readonly number[], left: readonly number[]): number[] {
  const first = Math.min(
    amount,
    left.reduce((sum, one) => sum + one, 0),
  );
  const gone = totals.map((total, at) => Math.max(0, total - (left[at] ?? 0)));
  const ofLeft = splitByRemainder(first, left);
  const ofGone = splitByRemainder(amount - first, gone.some((one) => one > 0) ? gone : totals);
  return totals.map((_, at) => (ofLeft[at] ?? 0) + (ofGone[at] ?? 0));
}
