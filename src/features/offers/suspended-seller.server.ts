import { listingRefusals } from '#features/listings/contract.ts';
import { isSuspended, suspensionAsked } from '#features/members/index.server.ts';
import { unblockedAsked } from '#features/messages/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import { askTogether } from '#platform/db/ask-together.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { OfferRow } from './offer.tables.ts';

/** Refuses (409) in the moment between a suspension and the hiding of the listings, which follows it. */
export async function refuseSuspendedSeller(tx: Tx, sellerId: string): Promise<void> {
  refuseSuspended(await isSuspended(tx.db, sellerId));
}

/** The same of what was asked already. */
export function refuseSuspended(isSellerSuspended: boolean): void {
  if (isSellerSuspended) throw conflict(listingRefusals.notAvailable, "The seller can't sell at the moment.");
}

/** The same, and (403 `blocked`) where one of the two has blocked the other. */
export async function refuseToTrade(tx: Tx, { buyerId, sellerId }: Pick<OfferRow, 'buyerId' | 'sellerId'>): Promise<void> {
  const asked = [suspensionAsked(sellerId), unblockedAsked(buyerId, sellerId)] as const;
  const [isSellerSuspended, refuseBlocked] = await askTogether(tx.db, 'offers-may-trade', ...asked);
  refuseSuspended(isSellerSuspended);
  refuseBlocked();
}
