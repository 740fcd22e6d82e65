import { findOwnAddress } from '#features/addresses/index.server.ts';
import { notFound, Refusal } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { type Address, orderRefusals } from '../contract.ts';
import type { OfferedMethod } from './shipping/order-shipping.ts';

/** An address of the buyer's book. */
export type BuyersAddress = Omit<Address, 'phone'> & { phone: string | null };

/** An address of the buyer's book, as a purchase has it. Refuses one that is not theirs or was deleted (404). */
export async function copyAddress(db: Db, buyerId: string, addressId: string): Promise<BuyersAddress> {
  const saved = await findOwnAddress(db, buyerId, addressId);
  if (!saved) throw notFound('This address is no longer in your address book. Nothing was bought. Choose another one.');
  const { name, line1, line2, city, state, postalCode, country, phone } = saved;
  return { name, line1, line2, city: city ?? '', state, postalCode: postalCode ?? '', country, phone };
}

/**
 * The address as an order by this method keeps it: with the phone number only where the method needs one. Refuses such a
 * method without a number (409 `phone_required`); the payment page doesn't ask for one.
 */
export function addressFor(method: OfferedMethod | null, address: BuyersAddress | null): Address | null {
  if (!method?.needsPhone) return address && withoutPhone(address);
  if (address && address.phone !== null) return { ...address, phone: address.phone };
  const sentence = `“${method.name}” needs a phone number. Nothing was bought. ${
    address ? 'Add one to the address' : 'Choose a saved address that has one'
  }, then try again.`;
  throw new Refusal(409, orderRefusals.phoneRequired, sentence, {
    errors: { [address ? 'phone' : 'addressId']: sentence },
  });
}

const withoutPhone = ({ phone: _, ...address }: BuyersAddress): Address => address;
