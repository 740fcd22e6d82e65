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
    if (expectedShipping) throw changed(held, `The seller no longer offers “${name}”.`);
    const names = held.shipping.map((option) => `“${option.name}”`).join(', ');
    throw invalid({
      shipping: names
        ? `Choose one of these shipping methods: ${names}.`
        : 'This listing has no shipping methods. Leave the field out.',
    });
  }
  if (!expectedShipping) return chosen;
  const now = chosen?.price ?? money(0, held.price.currency);
  if (now.amount !== expectedShipping.amount || now.currency !== expectedShipping.currency)
    throw changed(held, priceSentence(expectedShipping, now));
  return chosen;
}

function priceSentence(expected: Money, now: Money): string {
  if (now.amount === 0) return 'Shipping is now free.';
  if (expected.amount === 0) return `Shipping was free and now costs ${formatMoney(now)}.`;
  return `Shipping was ${formatMoney(expected)} and is now ${formatMoney(now)}.`;
}

const changed = ({ snapshot, price }: Sent, sentence: string) =>
  new Refusal(
    409,
    listingRefusals.listingChanged,
    'The shipping changed. Nothing was bought. Check the shipping, then buy again.',
    {
      errors: { shipping: sentence },
      details: { fields: ['shipping'], version: snapshot.version, price },
    },
  );
