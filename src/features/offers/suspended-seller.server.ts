import { listingRefusals } from '#features/listings/contract.ts';
import { isSuspended } from '#features/members/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';

/** Refuses (409) in the moment between a suspension and the hiding of the listings, which follows it. */
export async function refuseSuspendedSeller(tx: Tx, sellerId: string): Promise<void> {
  if (await isSuspended(tx.db, sellerId)) throw conflict(listingRefusals.notAvailable, "The seller can't sell at the moment.");
}
