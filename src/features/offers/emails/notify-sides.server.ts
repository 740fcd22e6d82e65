import { notify } from '#features/notifications/index.server.ts';
import { formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { addMs, momentUtc } from '#kernel/time.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { sideNames } from '../components/offer-filters.ts';
import type { OfferSide } from '../model/offer.process.ts';
import type { OfferRow } from '../model/offer.tables.ts';
import { offerNote } from '../model/offer.texts.ts';
import { offerTimes } from '../model/offer.times.ts';
import { type OfferEmail, offerEmailNames, offerEmails, watcherMails } from './offer.emails.ts';

interface Named {
  /** The offered amount. */
  sum: Money;
  /** What it was offered for. */
  title: string;
  madeBy: OfferSide;
}

/** What the recipient may do on the offers page. */
const acts: Partial<Record<OfferEmail, string>> = {
  made: 'Reply to offer',
  sent: 'Reply to offer',
  countered: 'Reply to offer',
};

/** The bodies are stored: some are words of a member. */
const texts = Object.fromEntries(
  offerEmailNames.map((email) => [
    email,
    ({ sum, title, madeBy }: Named) => {
      const act = email === 'accepted' && madeBy === 'buyer' ? 'Continue to payment' : acts[email];
      return {
        title: offerEmails[email].title({ sum: formatMoney(sum), name: title }),
        ...(act !== undefined && { act }),
      };
    },
  ]),
);

export const offerUpdatesKind: NotificationKind = {
  name: 'offers',
  rank: 15,
  label: 'Offers',
  means: 'Someone made you an offer, replied to yours, or didn’t pay an accepted offer.',
  icon: 'offers',
  act: 'View offer',
  texts,
};

/** A kind of its own: offers on saved listings can be turned off separately. */
export const watcherUpdatesKind: NotificationKind = { ...watcherMails, icon: 'favorites', act: 'View offer', texts };

/** The key that groups an offer's notifications. */
export const updatesOfOffer = (offerId: string) => `offer ${offerId}`;

/** The page that shows an offer to one of its sides. */
export const pageOfOffer = (offerId: string, side: OfferSide) => `/offers?side=${sideNames[side]}#${offerId}`;

const sum = (row: OfferRow) => formatMoney(money(row.amount, row.currency));
const listedPrice = (row: OfferRow) => formatMoney(money(row.askedAmount, row.currency));
const until = (row: OfferRow) => `Reply by ${momentUtc(row.expiresAt)}.`;
const payBy = (row: OfferRow) => momentUtc(row.payBy ?? addMs(row.updatedAt, offerTimes.payMs));

/**
 * The sentence below the title of a notification. It contains no names: a deleted member must not stay readable in the
 * notifications of others.
 */
const bodies: Readonly<Record<OfferEmail, (row: OfferRow) => string>> = {
  made: (row) => `Your price is ${listedPrice(row)}. ${until(row)}`,
  sent: (row) => `The seller’s price is ${listedPrice(row)}. ${until(row)}`,
  countered: until,
  accepted: (row) =>
    row.madeBy === 'buyer'
      ? `It’s reserved for you. Pay by ${payBy(row)}. After that, the reservation ends.`
      : `It’s reserved for the buyer until ${payBy(row)}. If the buyer doesn’t pay by then, the reservation ends.`,
  declined: (row) => offerNote(row.note) ?? (row.byRule ? 'It was declined automatically.' : ''),
  ended: (row) => offerNote(row.note) ?? '',
  expired: (row) => `Your offer of ${sum(row)} expired without a reply.`,
  unpaid_buyer: (row) => offerNote(row.note) ?? '',
  unpaid_seller: (row) => offerNote(row.note) ?? '',
};

/** Writes a notification for each side that these emails go to, in the transaction that holds the offer. */
export async function notifySides(tx: Tx, row: OfferRow, emails: readonly OfferEmail[]): Promise<void> {
  for (const email of emails) {
    const side = offerEmails[email].to(row.madeBy);
    await notify(tx, {
      userId: side === 'buyer' ? row.buyerId : row.sellerId,
      kind: email === 'sent' ? watcherUpdatesKind : offerUpdatesKind,
      code: email,
      params: { sum: money(row.amount, row.currency), title: row.title, madeBy: row.madeBy } satisfies Named,
      body: bodies[email](row),
      link: pageOfOffer(row.id, side),
      about: `offer-${email}-${row.id}-${row.version}`,
      thing: updatesOfOffer(row.id),
      now: row.updatedAt,
    });
  }
}
