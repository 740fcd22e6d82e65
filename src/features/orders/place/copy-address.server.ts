import { findOwnAddress } from '#features/addresses/index.server.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Address } from '../contract.ts';

/** An address of the buyer's book, as an order keeps it. Refuses one that is not theirs or was deleted (404). */
export async function copyAddress(db: Db, buyerId: string, addressId: string): Promise<Address> {
  const saved = await findOwnAddress(db, buyerId, addressId);
  if (!saved) throw notFound('This address is no longer in your address book. Nothing was bought. Choose another one.');
  const { name, line1, line2, city, state, postalCode, country } = saved;
  return { name, line1, line2, city: city ?? '', state, postalCode: postalCode ?? '', country };
}
