import { splitByRemainder } from '#kernel/numbers/split.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { OrderRow } from '../model/order.tables.ts';
import { leftOf } from './refunds.server.ts';

/**
 * Splits an amount that Stripe moved for a whole purchase over its locked orders, by what is left of each. Where
 * nothing is left, by their totals. Orders that get nothing are left out.
 */
export async function splitOverOrders(
  tx: Tx,
  placed: readonly OrderRow[],
  amount: number,
): Promise<[OrderRow, number][]> {
  const left: number[] = [];
  for (const order of placed) left.push(Math.max(0, await leftOf(tx, order)));
  const weights = left.some((one) => one > 0) ? left : placed.map(({ totalAmount }) => totalAmount);
  const shares = splitByRemainder(amount, weights);
  return placed.flatMap((order, at) => ((shares[at] ?? 0) > 0 ? [[order, shares[at] ?? 0] as [OrderRow, number]] : []));
}
