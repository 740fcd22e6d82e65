import { listingRefusals } from '#features/listings/contract.ts';
import { salesBlockSentence } from '#features/listings/words.ts';
import { orderRefusals } from '../contract.ts';

const other = 'refused';

/**
 * What a listing's page says after a Buy without script was refused. The URL carries a code and never the sentence, so
 * that links can't put foreign text on our pages.
 */
const sentences: Readonly<Record<string, string>> = {
  [listingRefusals.listingChanged]: 'The listing changed. Nothing was bought. Check what is new, then buy again.',
  [listingRefusals.priceChanged]: 'The price changed. Nothing was bought. Check the new price, then buy again.',
  [listingRefusals.notAvailable]: 'There aren’t enough cards left. Nothing was bought. Choose a lower quantity.',
  [listingRefusals.sellerAway]: 'The seller is on vacation, so you can’t buy this card now. Nothing was bought.',
  [orderRefusals.shippingChanged]: 'The shipping changed. Nothing was bought. Check the shipping, then buy again.',
  [orderRefusals.noShipping]: 'The seller doesn’t ship this order there. Nothing was bought. Message the seller.',
  [orderRefusals.trackedRequired]:
    'This order must be shipped with tracking. Nothing was bought. Choose another shipping method.',
  [orderRefusals.phoneRequired]:
    'This shipping method needs a phone number. Nothing was bought. Add the card to your cart and enter the number at checkout.',
  [listingRefusals.salesBlocked]: `${salesBlockSentence} Nothing was bought.`,
  [orderRefusals.tooManyHolds]: 'You have too many unpaid purchases. Pay or cancel one, then try again.',
  // Whose holds they were, and until when, only the answer with script says: a code has one sentence.
  [orderRefusals.holdPaused]:
    'Cards reserved from your account, network or browser went unpaid several times. You can’t reserve this one for up to 24 hours. Nothing was bought.',
  too_many_requests: 'Too many purchases were started recently. Nothing was bought. Try again later.',
  [orderRefusals.amountNotPayable]:
    'The total is too low or too high to be paid. Nothing was bought. Change the quantity.',
  [orderRefusals.paymentUnavailable]:
    'We couldn’t reach our payment provider. Nothing was bought. Try again in a minute.',
  [other]: 'Nothing was bought. Reload the listing and try again.',
};

/** The code to put into an address for this refusal. */
export function buyRefusalCode({ code }: { code: string }): string {
  return Object.hasOwn(sentences, code) ? code : other;
}

/** The sentence of a code from an address; null for none that we know. */
export function buyRefusalSentence(code: string | null): string | null {
  return code !== null && Object.hasOwn(sentences, code) ? (sentences[code] ?? null) : null;
}
