import { listingRefusals } from '#features/listings/contract.ts';
import { isSuspended } from '#features/members/index.server.ts';
import { refuseBlocked } from '#features/messages/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { OfferRow } from '../model/offer.tables.ts';

/** Refuses (409) in the moment between a suspension and the hiding of the listings, which follows it. */
export async function refuseSuspendedSeller(tx: Tx, sellerId: string): Promise<void> {
  if (await isSuspended(tx.db, sellerId)) throw conflict(listingRefusals.notAvailable, 'The seller isn’t available.');
}

/** The same, and (403 `blocked`) where one of the two has blocked the other. */
export async function refuseToTrade(
  tx: Tx,
  { buyerId, sellerId }: Pick<OfferRow, 'buyerId' | 'sellerId'>,
): Promise<void> {
  await refuseSuspendedSeller(tx, sellerId);
  await refuseBlocked(tx, buyerId, sellerId);
}
