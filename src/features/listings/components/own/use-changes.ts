import { useState } from 'react';
import { formatMoney } from '#kernel/numbers/money.ts';
import type { Listing } from '../../contract.ts';
import { changedFields, changeSentence, fieldsInWords, shownFacts } from '../../model/listing.facts.ts';

/** What became of a listing while its page was open, for a person. */
export interface ListingChanges {
  sentence: string;
  details: string[];
}

/**
 * The seller's changes since the page was opened; null while there are none. State of the page and not of the button: a
 * listing that is paused, edited and resumed still differs from the opened one.
 */
export function useChangesSinceOpened(listing: Listing): ListingChanges | null {
  const [initial, open] = useState(listing);
  const opened = initial.id === listing.id ? initial : listing;
  if (opened !== initial) open(opened);
  if (opened === listing) return null;
  const before = shownFacts(opened);
  const after = shownFacts(listing);
  const fields = changedFields(before, after);
  const details = fields.map((field) => changeSentence(field, before, after));
  const [was, is] = [formatMoney(opened.price), formatMoney(listing.price)];
  const isPriceOther = was !== is;
  if (isPriceOther) details.unshift(`The price was ${was} and is now ${is}.`);
  if (details.length === 0) return null;
  return {
    sentence: `The seller changed ${fieldsInWords(isPriceOther ? ['price', ...fields] : fields)} since you opened this page.`,
    details,
  };
}
