import { findSellers } from '#features/members/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { conflict } from '#kernel/refusal.ts';
import { countryName } from '#kernel/text/country-name.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type CollectedCountry, isCollected, shipTo } from '../../checkout/ship-to.ts';
import { orderRefusals } from '../../contract.ts';
import type { ReservedOrder } from '../../purchase/reserve-lines.server.ts';
import { choosePost, type WantedMethod } from '../choose-post.ts';
import { readShipping } from './order-shipping.server.ts';
import type { OfferedMethod, OrderedCopies, OrderShipping, Parcel } from './order-shipping.ts';

/** Where a purchase is shipped, and the methods that the buyer chose. */
export interface WantedShipping {
  /** Null: not known before the payment page. */
  country: string | null;
  /** Whether the country is that of an address; else the payment page asks for one. */
  hasAddress: boolean;
  currency: Currency;
  methodOf(sellerId: string): WantedMethod;
}

export interface ChosenShipping {
  method: OfferedMethod | null;
  shipsFrom: string | null;
}

export interface PurchaseShipping {
  bySeller: ReadonlyMap<string, ChosenShipping>;
  /** The countries in which the payment page takes an address; null: all. */
  shipTo: CollectedCountry[] | null;
  /** Orders that nothing ships. */
  unshippable: { order: ReservedOrder; refusal: Refused }[];
}

type Refused = ReturnType<typeof conflict>;

/**
 * The shipping of each order of a purchase. Refuses as `choosePost` states, except for orders that nothing ships, which
 * are in its answer; and where the payment page can't ask for an address (409 `no_shipping`).
 */
export async function choosePurchaseShipping(
  tx: Tx,
  reserved: readonly ReservedOrder[],
  { country, hasAddress, currency, methodOf }: WantedShipping,
): Promise<PurchaseShipping> {
  const offersTo = await readShipping(tx.db, reserved.map(parcelOf), currency);
  const offers = offersTo(country);
  const [first] = reserved;
  const only = reserved.length === 1 && first?.held.length === 1 ? first.held[0] : undefined;
  const bySeller = new Map<string, ChosenShipping>();
  const unshippable: PurchaseShipping['unshippable'] = [];
  for (const order of reserved) {
    const { sellerId } = order;
    const offered = offers.get(sellerId);
    if (!offered) throw new RangeError(`no shipping was read for seller ${sellerId}`);
    const answer = choosePost(offered, methodOf(sellerId), { sellerId, country, currency, only });
    if ('chosen' in answer) {
      const shipsFrom = offered.kind === 'methods' ? offered.sendsFrom : null;
      bySeller.set(sellerId, { method: answer.chosen, shipsFrom });
      continue;
    }
    const refusal = answer.refused(reserved.length > 1 ? await nameOf(tx.db, sellerId) : undefined);
    if (!answer.isUnshippable) throw refusal;
    unshippable.push({ order, refusal });
  }
  const isAnywhere = [...offers.values()].every((one) => one.kind === 'methods' && one.tableVersion === null);
  if (hasAddress || isAnywhere || unshippable.length > 0) return { bySeller, shipTo: null, unshippable };
  return { bySeller, shipTo: countriesOf(offersTo, bySeller, country), unshippable };
}

/** The countries of the payment page to which all orders ship at the chosen prices. */
function countriesOf(
  offersTo: (country: string) => ReadonlyMap<string, OrderShipping>,
  bySeller: PurchaseShipping['bySeller'],
  country: string | null,
): CollectedCountry[] | null {
  const asked = country === null ? shipTo : [country].filter(isCollected);
  const countries = asked.filter((one) => {
    const offers = offersTo(one);
    return [...bySeller].every(([sellerId, { method }]) => isOffered(offers.get(sellerId), method));
  });
  if (countries.length === 0) throw conflict(orderRefusals.noShipping, withoutAddress(country));
  return countries.length === shipTo.length ? null : countries;
}

function isOffered(offered: OrderShipping | undefined, method: OfferedMethod | null): boolean {
  if (offered?.kind !== 'methods') return false;
  if (method === null) return offered.methods.length === 0;
  const { name, price, parcels } = method;
  return offered.methods.some(
    (one) => one.name === name && one.price.amount === price.amount && one.parcels === parcels,
  );
}

const withoutAddress = (country: string | null) =>
  country === null
    ? 'The shipping price depends on the country. Nothing was bought. Choose a shipping address, then try again.'
    : `Shipping to ${countryName(country) ?? country} needs a saved address. Nothing was bought. Choose one, then try again.`;

function parcelOf({ sellerId, held: [first, ...others] }: ReservedOrder): Parcel {
  return { sellerId, items: [copiesOf(first), ...others.map(copiesOf)] };
}

const copiesOf = ({ snapshot, price, quantity, shipping }: ReservedOrder['held'][number]): OrderedCopies => ({
  isSlab: snapshot.grading !== null && snapshot.grading !== undefined,
  value: price.amount,
  quantity,
  ownMethods: shipping,
});

const nameOf = async (db: Db, sellerId: string) => (await findSellers(db, [sellerId])).get(sellerId)?.username;
