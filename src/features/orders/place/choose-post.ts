import { type Listing, listingRefusals } from '#features/listings/contract.ts';
import { formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { invalid, Refusal } from '#kernel/refusal.ts';
import { chooseShipping, type ShippingChoice } from '../model/order.rules.ts';

/** The part of held copies that determines the shipping options, and the version of their listing. */
interface Sent {
  shipping: readonly ShippingChoice[];
  price: Money;
  snapshot: { version: Listing['version'] };
}

/**
 * The shipping option of an order: the one named, else the cheapest; null where shipping is free of charge. Refuses a
 * name that the listing does not have (422), and a shipping price other than the buyer saw (409 `listing_changed`).
 */
export function choosePost(
  held: Sent,
  { shipping: name, expectedShipping }: { shipping?: string | undefined; expectedShipping?: Money | undefined },
): ShippingChoice | null {
  const chosen = chooseShipping(held.shipping, name);
  if (chosen === 'unknown') {
    if (expectedShipping) throw changed(held, `This is not sent by “${name}” any more.`);
    const names = held.shipping.map((option) => `"${option.name}"`).join(', ');
    throw invalid({
      shipping: names
        ? `This listing is sent by ${names}.`
        : 'This listing has no shipping options; leave the field out.',
    });
  }
  if (!expectedShipping) return chosen;
  const now = chosen?.price ?? money(0, held.price.currency);
  if (now.amount !== expectedShipping.amount || now.currency !== expectedShipping.currency)
    throw changed(held, `The post was ${inWords(expectedShipping)} and is now ${inWords(now)}.`);
  return chosen;
}

const inWords = (price: Money) => (price.amount === 0 ? 'free' : formatMoney(price));

const changed = ({ snapshot, price }: Sent, sentence: string) =>
  new Refusal(
    409,
    listingRefusals.listingChanged,
    'The seller has changed the post since you looked. Nothing was bought: look again before you buy.',
    {
      errors: { shipping: sentence },
      details: { fields: ['shipping'], version: snapshot.version, price },
    },
  );
