import type { TestMarket } from './server.ts';

/**
 * The sellers' money of all orders was paid elsewhere: nothing is held that keeps a seller from deleting their account.
 * For tests that are not about payouts.
 */
export async function settleElsewhere({ platform }: Pick<TestMarket, 'platform'>): Promise<void> {
  await platform.pool.query("update order_payout set state = 'outside', check_at = null");
  await platform.pool.query('update seller_balance set owed = 0, debt = 0');
}
