import { findDefaultCountry } from '#features/addresses/index.server.ts';
import { isShipped } from '#features/shipping/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals } from '../contract.ts';
import type { Bargain, BargainListing } from './offer-terms.server.ts';

/**
 * Throws where the seller's table doesn't ship so many copies to the country of the buyer's default address (409
 * `no_shipping`); without an address, where it ships them nowhere. The sentence is for either side, so it doesn't name
 * the country.
 */
export async function refuseUnshipped(
  tx: Tx,
  { row, price, table }: BargainListing,
  { buyerId, quantity, undone }: Pick<Bargain, 'buyerId' | 'quantity' | 'undone'>,
): Promise<void> {
  if (!table?.methods) return;
  const own = { ...table, methods: table.methods };
  const copies = { isSlab: row.grading !== null, price, ...(quantity && { quantity }) };
  if (isShipped(own, copies, await findDefaultCountry(tx.db, buyerId))) return;
  throw conflict(
    listingRefusals.noShipping,
    `No shipping method of the seller takes this card to the buyer’s country. ${undone}`,
  );
}
