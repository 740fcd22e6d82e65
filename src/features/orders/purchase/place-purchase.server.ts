import type { Platform } from '#platform/platform.ts';
import type { Origin } from '../model/order.origin.server.ts';
import type { PlacedPurchase, PlacePurchaseInput } from './purchase.contract.ts';

/**
 * Buys cards of one or more sellers: holds all copies in one transaction, with an order for each seller and one page to
 * pay them on, or nothing at all. `from` is absent where there is no client request.
 */
export async function placePurchase(
  _platform: Platform,
  _input: PlacePurchaseInput,
  _from?: Origin,
): Promise<PlacedPurchase> {
  throw new Error('purchases of several lines are not placed yet');
}
