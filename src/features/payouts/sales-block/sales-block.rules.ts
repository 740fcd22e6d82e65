import { type AccountState, isOver } from '../accounts/account-state.rules.ts';

export interface BlockFigures {
  /** Paid orders from which on a seller needs an active payout account; null for never. */
  blockFromOrders: number | null;
  /** What is owed in one currency, in minor units, from which on they need one; null for never. */
  blockFromOwed: number | null;
}

export const defaultBlock: BlockFigures = { blockFromOrders: 3, blockFromOwed: 10_000 };

export interface Sold {
  /** Paid, and not returned. */
  orders: number;
  /** Of the currency in which most is owed. */
  owed: number;
}

/**
 * Whether a seller's listings can't be bought until they have an active payout account: at once where theirs is over,
 * because what is sold could never be sent.
 */
export function isSalesBlocked(
  state: AccountState | null,
  { orders, owed }: Sold,
  { blockFromOrders, blockFromOwed }: BlockFigures,
): boolean {
  if (state === 'active') return false;
  const isLost = state !== null && isOver(state);
  return (
    (blockFromOrders !== null && (isLost || orders >= blockFromOrders)) ||
    (blockFromOwed !== null && (isLost || owed >= blockFromOwed))
  );
}
