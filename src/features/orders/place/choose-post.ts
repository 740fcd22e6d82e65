import { type Listing, listingRefusals } from '#features/listings/contract.ts';
import { formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { conflict, invalid, Refusal } from '#kernel/refusal.ts';
import { countryName } from '#kernel/text/country-name.ts';
import { orderRefusals } from '../contract.ts';
import { chooseShipping } from '../model/order.rules.ts';
import type { OfferedMethod, OrderShipping, ShippedTo } from './shipping/order-shipping.ts';

/** The shipping method that the buyer chose, as they saw it. */
export interface WantedMethod {
  /** By name. Absent: the cheapest. */
  method?: string | undefined;
  /** 0 for none. */
  seenPrice?: Money | undefined;
  /** Of the seller's table. */
  seenVersion?: number | undefined;
}

/** What a refusal names. */
interface About extends ShippedTo {
  sellerId: string;
  /** The only listing of the purchase: a change of its own shipping methods is a change of the listing. */
  only: { price: Money; snapshot: { version: Listing['version'] } } | undefined;
}

/** `seller` is the seller's name, for a purchase of several. */
export type Chosen =
  | { chosen: OfferedMethod | null }
  | { refused: (seller?: string) => Refusal; isUnshippable: boolean };

/**
 * The shipping method of an order: the one named, else the cheapest; null where shipping is free of charge. Refuses
 * (409) an order that nothing ships (`no_shipping`, `tracked_required`), and another price or table than the buyer saw
 * (`shipping_changed`, of a listing's own methods `listing_changed`); and an unknown name (422).
 */
export function choosePost(
  offered: OrderShipping,
  { method: name, seenPrice, seenVersion }: WantedMethod,
  about: About,
): Chosen {
  const { sellerId, currency } = about;
  const refuse = (code: string, sentence: (seller: string) => string, isUnshippable = false) => ({
    refused: (seller = 'The seller') => conflict(code, sentence(seller), { sellerId }),
    isUnshippable,
  });
  if (offered.kind === 'contact_seller') {
    const { trackedFrom } = offered;
    return trackedFrom
      ? refuse(orderRefusals.trackedRequired, (seller) => noneTracked(seller, trackedFrom), true)
      : refuse(orderRefusals.noShipping, (seller) => unshipped(seller, about.country), true);
  }
  const { methods, tableVersion, trackedFrom } = offered;
  const changed = (sentence: string) => ({
    refused: changedShipping(sentence, about, tableVersion),
    isUnshippable: false,
  });
  const chosen = chooseShipping(methods, name);
  if (chosen === 'unknown') {
    if (trackedFrom) return refuse(orderRefusals.trackedRequired, (seller) => onlyTracked(seller, trackedFrom));
    if (seenPrice || seenVersion !== undefined) return changed(`The seller no longer offers “${name}”.`);
    return { refused: () => invalid({ shipping: unknownMethod(methods) }), isUnshippable: false };
  }
  const now = chosen?.price ?? money(0, currency);
  if (seenPrice && (now.amount !== seenPrice.amount || now.currency !== seenPrice.currency))
    return changed(priceSentence(seenPrice, now));
  if (seenVersion !== undefined && seenVersion !== tableVersion)
    return changed('The seller changed their shipping methods.');
  return { chosen };
}

function changedShipping(sentence: string, { sellerId, only }: About, tableVersion: number | null) {
  const errors = { shipping: sentence };
  if (only && tableVersion === null) {
    const details = { fields: ['shipping'], version: only.snapshot.version, price: only.price };
    return () =>
      new Refusal(
        409,
        listingRefusals.listingChanged,
        'The shipping changed. Nothing was bought. Check the shipping, then buy again.',
        { errors, details },
      );
  }
  return (seller?: string) =>
    new Refusal(
      409,
      orderRefusals.shippingChanged,
      `The shipping${seller ? ` of ${seller}` : ''} changed. Nothing was bought. Check the shipping, then buy again.`,
      { errors, details: { sellerId, tableVersion } },
    );
}

const noneTracked = (seller: string, from: Money) =>
  `${seller} must ship orders of ${formatMoney(from)} or more with tracking, and has no tracked method for this order. Nothing was bought. Message the seller.`;

const onlyTracked = (seller: string, from: Money) =>
  `${seller} must ship orders of ${formatMoney(from)} or more with tracking. Nothing was bought. Choose another shipping method.`;

const unshipped = (seller: string, country: string | null) =>
  country === null
    ? `${seller} has no shipping method for this order. Nothing was bought. Message the seller.`
    : `${seller} doesn’t ship this order to ${countryName(country) ?? country}. Nothing was bought. Message the seller.`;

function unknownMethod(methods: readonly OfferedMethod[]): string {
  const names = methods.map((option) => `“${option.name}”`).join(', ');
  return names
    ? `Choose one of these shipping methods: ${names}.`
    : 'This listing has no shipping methods. Leave the field out.';
}

function priceSentence(expected: Money, now: Money): string {
  if (now.amount === 0) return 'Shipping is now free.';
  if (expected.amount === 0) return `Shipping was free and now costs ${formatMoney(now)}.`;
  return `Shipping was ${formatMoney(expected)} and is now ${formatMoney(now)}.`;
}
