import type { Listing } from '#features/listings/contract.ts';
import { findSalesBlocks } from '#features/listings/index.server.ts';
import { hiddenFrom } from '#features/messages/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { CartHolder } from '../lines/open-cart.server.ts';
import type { Buyer } from '../model/line-state.rules.ts';

/** What keeps a buyer from copies of these listings, whatever the listings say. */
export async function buyerOf(
  platform: Platform,
  { memberId }: CartHolder,
  listings: readonly Listing[],
): Promise<Buyer> {
  const sellerIds = [...new Set(listings.map(({ seller }) => seller.id))];
  const [blocked, salesBlocks] = await Promise.all([
    hiddenFrom(platform, memberId),
    findSalesBlocks(platform.db, sellerIds),
  ]);
  return { id: memberId, blocked, salesBlocks };
}
