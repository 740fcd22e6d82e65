import { formatMoney } from '#kernel/numbers/money.ts';
import { momentUtc } from '#kernel/time.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { Offer, OfferSide } from '../contract.ts';
import type { OfferMover, OfferVerb } from '../model/offer.process.ts';
import { nameIn } from '../model/offer.rules.ts';

export const offerMails: MailKind = {
  name: 'offers',
  rank: 15,
  label: 'Offers',
  means: 'Someone made you an offer, replied to yours, or didn’t pay an accepted offer.',
  why: 'You’re receiving this email because you made or received an offer.',
};

/** A kind of its own, so that members who decline it still get the emails about their own offers. */
export const watcherMails: MailKind = {
  name: 'saved_offers',
  rank: 16,
  label: 'Offers on your favorites',
  means: 'A seller offers you one of your favorites at a lower price.',
  why: 'You’re receiving this email because this listing is in your favorites.',
};

export const offerEmailNames = [
  'made',
  'sent',
  'countered',
  'accepted',
  'declined',
  'ended',
  'expired',
  'unpaid_buyer',
  'unpaid_seller',
] as const;
export type OfferEmail = (typeof offerEmailNames)[number];

/** An offer as titles name it: the offered amount, as `$8.00`, and what it was offered for. No member's name. */
interface OfferInWords {
  sum: string;
  name: string;
}

interface EmailRule {
  /** The recipient, by the side that made the offer. */
  to: (madeBy: OfferSide) => OfferSide;
  /** Absent: the kind of all offers. */
  kind?: MailKind;
  /** A delayed email is not sent when the offer has left this status; null: sent in any status. */
  while: Offer['status'] | null;
  /** One line: the subject of the email and the title of the notification. */
  title: (about: OfferInWords) => string;
  /** The body of the email. */
  paragraphs: (offer: Offer) => string[];
}

const sum = (offer: Offer) => formatMoney(offer.amount);
const other = (madeBy: OfferSide): OfferSide => (madeBy === 'buyer' ? 'seller' : 'buyer');
const maker = (madeBy: OfferSide) => madeBy;
const until = (offer: Offer) => momentUtc(new Date(offer.expiresAt));
const payBy = (offer: Offer) => momentUtc(new Date(offer.payBy ?? offer.expiresAt));

/** Text of the other side is left out: in an email from us it could pose as ours. */
export const offerEmails: Readonly<Record<OfferEmail, EmailRule>> = {
  made: {
    to: other,
    while: 'pending',
    title: ({ sum, name }) => `New offer: ${sum} for ${name}`,
    paragraphs: (offer) => [
      `${nameIn(offer, 'buyer')} offered ${sum(offer)}. Your price is ${formatMoney(offer.asked)}. Reply by ${until(offer)}.`,
    ],
  },
  sent: {
    to: other,
    while: 'pending',
    kind: watcherMails,
    title: ({ sum, name }) => `Offer for you: ${name} for ${sum}`,
    paragraphs: (offer) => [
      `${offer.seller.username} offers you this listing for ${sum(offer)} instead of ${formatMoney(offer.asked)}. Reply by ${until(offer)}. Other members have the same offer, so it may be sold before then.`,
    ],
  },
  countered: {
    to: other,
    while: 'pending',
    title: ({ sum, name }) => `Counteroffer: ${sum} for ${name}`,
    paragraphs: (offer) => [
      `${nameIn(offer, offer.madeBy)} made a counteroffer of ${sum(offer)}. Reply by ${until(offer)}.`,
    ],
  },
  accepted: {
    to: maker,
    while: 'accepted',
    title: ({ sum, name }) => `Offer accepted: ${sum} for ${name}`,
    paragraphs: (offer) =>
      offer.madeBy === 'buyer'
        ? [`Your offer of ${sum(offer)} was accepted. Pay by ${payBy(offer)}. After that, the reservation ends.`]
        : [
            `${nameIn(offer, 'buyer')} accepted your offer of ${sum(offer)} and can pay until ${payBy(offer)}. After that, the reservation ends.`,
          ],
  },
  declined: {
    to: maker,
    while: 'declined',
    title: ({ sum, name }) => `Offer declined: ${sum} for ${name}`,
    paragraphs: (offer) => [
      offer.byRule
        ? `Your offer of ${sum(offer)} was declined automatically.`
        : `Your offer of ${sum(offer)} was declined.`,
      ...(offer.note ? [offer.note] : []),
    ],
  },
  // The listing's change ended it, whichever side made it: the buyer is the one who waited.
  ended: {
    to: () => 'buyer',
    while: 'declined',
    title: ({ sum, name }) => `Offer ended: ${sum} for ${name}`,
    paragraphs: (offer) => [`Your offer of ${sum(offer)} has ended.`, ...(offer.note ? [offer.note] : [])],
  },
  expired: {
    to: maker,
    while: 'expired',
    title: ({ sum, name }) => `Offer expired: ${sum} for ${name}`,
    paragraphs: (offer) => [`Your offer of ${sum(offer)} expired without a reply.`],
  },
  unpaid_buyer: {
    to: () => 'buyer',
    while: null,
    title: ({ name }) => `Reservation ended: ${name}`,
    paragraphs: (offer) => [offer.note ?? ''],
  },
  unpaid_seller: {
    to: () => 'seller',
    while: null,
    title: ({ name }) => `Offer not paid: ${name}`,
    paragraphs: (offer) => [offer.note ?? ''],
  },
};

/**
 * The emails after a move. Each side is notified of the other side's moves; a rule's answer goes to the buyer and says
 * that it was a rule. For an offer to many the seller is notified of acceptances and counter-offers, not of each
 * refusal.
 */
export function emailsAfter(verb: OfferVerb | 'make', by: OfferMover, toWatchers = false): OfferEmail[] {
  if (verb === 'make') return toWatchers ? ['sent'] : ['made'];
  if (verb === 'accept') return ['accepted'];
  if (verb === 'decline' && by === 'market') return ['ended'];
  if (toWatchers) return [];
  if (verb === 'decline') return ['declined'];
  return verb === 'expire' && by === 'timer' ? ['expired'] : [];
}

/**
 * Which of them go by mail too: one mail is all that a member who saved a listing is sent about an offer to many that
 * they did not take.
 */
export const mailedOf = (emails: readonly OfferEmail[], toWatchers: boolean): OfferEmail[] =>
  emails.filter((email) => !(toWatchers && email === 'ended'));
