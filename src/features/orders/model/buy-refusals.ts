import { listingRefusals } from '#features/listings/contract.ts';
import { orderRefusals } from '../contract.ts';

const other = 'refused';

/**
 * What a listing's page says after a Buy without script was refused. The URL carries a code and never the sentence, so
 * that links can't put foreign text on our pages.
 */
const sentences: Readonly<Record<string, string>> = {
  [listingRefusals.listingChanged]:
    'The seller has changed this listing since you looked. Nothing was bought: see what is new, then buy again.',
  [listingRefusals.priceChanged]:
    'The seller has changed the price since you looked. Nothing was bought: it is shown here as it is now.',
  [listingRefusals.notAvailable]: 'As many copies as you wanted were not for sale any more. Nothing was bought.',
  [listingRefusals.sellerAway]: 'The seller is on vacation and sells nothing meanwhile. Nothing was bought.',
  [orderRefusals.tooManyHolds]: 'Too many of your orders wait for payment. Pay or cancel one of them first.',
  // Whose holds they were, and until when, only the answer with script says: a code has one sentence.
  [orderRefusals.holdPaused]:
    'These copies, or many others, were held from your account, network or browser several times without paying, so others come first, for a day at most. Nothing was bought.',
  too_many_requests: 'Too many purchases were begun lately. Nothing was bought; try again later.',
  [orderRefusals.amountNotPayable]: 'An order of this size cannot be paid by card. Nothing was bought.',
  [orderRefusals.paymentUnavailable]:
    'The payment page cannot be reached at the moment. Nothing was bought; try again in a minute.',
  [other]: 'That was refused, and nothing was bought. Look at the listing and try again.',
};

/** The code to put into an address for this refusal. */
export function buyRefusalCode({ code }: { code: string }): string {
  return Object.hasOwn(sentences, code) ? code : other;
}

/** The sentence of a code from an address; null for none that we know. */
export function buyRefusalSentence(code: string | null): string | null {
  return code !== null && Object.hasOwn(sentences, code) ? (sentences[code] ?? null) : null;
}
