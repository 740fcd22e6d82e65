import { offerDeadlines } from './offer.times.ts';
import { storedNotes } from './stored-notes.ts';

/** Why an offer ended, where no person answered; `note` has the code. */
const noteTexts = {
  left_out: 'The reply was only for the other listings in this offer.',
  sold_to_buyer: 'The buyer bought it at its price.',
  sold_to_other: 'It was sold to another buyer.',
  listing_removed: 'The listing was removed.',
  buyer_left: 'The buyer is no longer a member.',
  seller_left: 'The seller is no longer a member.',
  buyer_cannot_trade: 'The buyer isn’t available.',
  seller_cannot_trade: 'The seller isn’t available.',
  unpaid: `It wasn’t paid within ${offerDeadlines.pay} and is for sale again.`,
  outsider: 'It couldn’t be paid because the listing or a member isn’t available.',
  unpayable: 'This amount can’t be paid, so the listing is for sale again. The offer doesn’t count as unpaid.',
} as const;
export type OfferNote = keyof typeof noteTexts;

const codes = Object.keys(noteTexts) as OfferNote[];

/** The code of a note; a process of an earlier release stored the sentence. Null for another text. */
const codeOf = (note: string): OfferNote | null =>
  codes.find((code) => note === code || note === storedNotes[code]) ?? null;

/** The sentence of a note; a text without a code is shown as it is. */
export function offerNote(note: string | null): string | null {
  const code = note === null ? null : codeOf(note);
  return code === null ? note : noteTexts[code];
}

/** Notes about the seller, for a seller who must not learn the recipient. */
const aboutSeller: readonly OfferNote[] = ['listing_removed', 'seller_left', 'seller_cannot_trade'];

/**
 * The note for a seller who must not learn the recipient: what happened to the listing and to the seller, and nothing
 * about the buyer.
 */
export function noteWithoutBuyer(note: string | null): string | null {
  const code = note === null ? null : codeOf(note);
  if (code === 'sold_to_buyer' || code === 'sold_to_other') return 'It was sold.';
  return code !== null && aboutSeller.includes(code) ? noteTexts[code] : null;
}
