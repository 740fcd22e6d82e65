import { formatMoney } from '#kernel/numbers/money.ts';
import { momentUtc } from '#kernel/time.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { Offer, OfferSide } from '../contract.ts';
import type { OfferMover, OfferVerb } from '../model/offer.process.ts';
import { nameIn } from '../model/offer.rules.ts';
import { offerDeadlines } from '../model/offer.times.ts';

export const offerMails: MailKind = {
  name: 'offers',
  rank: 15,
  label: 'Offers',
  means: 'Somebody made you an offer, answered yours, or did not pay one that was accepted.',
  why: 'you have an offer here',
};

/** A kind of its own, so that members who decline it still get the emails about their own offers. */
export const watcherMails: MailKind = {
  name: 'saved_offers',
  rank: 16,
  label: 'Offers on what you saved',
  means: 'A seller offered a listing that you saved for less.',
  why: 'you have saved this listing',
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

/** Text of the other side is left out: in an email from us it could pose as ours. */
export const offerEmails: Readonly<Record<OfferEmail, EmailRule>> = {
  made: {
    to: other,
    while: 'pending',
    title: ({ sum, name }) => `An offer of ${sum} for ${name}`,
    paragraphs: (offer) => [
      `${nameIn(offer, 'buyer')} offers ${sum(offer)}; you ask ${formatMoney(offer.asked)}. You can answer until ${until(offer)}.`,
    ],
  },
  sent: {
    to: other,
    while: 'pending',
    kind: watcherMails,
    title: ({ sum, name }) => `${name}, which you saved, for ${sum}`,
    paragraphs: (offer) => [
      `${offer.seller.username} asks ${formatMoney(offer.asked)} and offers it for ${sum(offer)} to those who saved it. The first who accept get it, until ${until(offer)}.`,
    ],
  },
  countered: {
    to: other,
    while: 'pending',
    title: ({ sum, name }) => `A counter-offer of ${sum} for ${name}`,
    paragraphs: (offer) => [
      `${nameIn(offer, offer.madeBy)} answers with ${sum(offer)}. You can answer until ${until(offer)}.`,
    ],
  },
  accepted: {
    to: maker,
    while: 'accepted',
    title: ({ sum, name }) => `${sum} for ${name} was accepted`,
    paragraphs: (offer) =>
      offer.madeBy === 'buyer'
        ? [
            `It is reserved for you at ${sum(offer)} for ${offerDeadlines.pay}. Pay within that time, or it is for sale again.`,
          ]
        : [`${nameIn(offer, 'buyer')} has ${offerDeadlines.pay} to pay ${sum(offer)}. Until then it is reserved.`],
  },
  declined: {
    to: maker,
    while: 'declined',
    title: ({ sum, name }) => `${sum} for ${name} was declined`,
    paragraphs: (offer) => [
      offer.note ?? (offer.byRule ? 'A rule that the seller has set answered.' : 'You can see the offer on its page.'),
    ],
  },
  // The listing's change ended it, whichever side made it: the buyer is the one who waited.
  ended: {
    to: () => 'buyer',
    while: 'declined',
    title: ({ sum, name }) => `The offer of ${sum} for ${name} has ended`,
    paragraphs: (offer) => [offer.note ?? ''],
  },
  expired: {
    to: maker,
    while: 'expired',
    title: ({ name }) => `Your offer for ${name} has run out`,
    paragraphs: (offer) => [`Nobody answered ${sum(offer)} in time.`],
  },
  unpaid_buyer: {
    to: () => 'buyer',
    while: null,
    title: ({ name }) => `${name} is not reserved for you any more`,
    paragraphs: (offer) => [offer.note ?? ''],
  },
  unpaid_seller: {
    to: () => 'seller',
    while: null,
    title: ({ name }) => `${name} was not paid and is not reserved any more`,
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
