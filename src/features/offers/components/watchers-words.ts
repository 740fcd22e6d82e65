import { formatMoney } from '#kernel/numbers/money.ts';
import { dateAndTime } from '#kernel/time.ts';
import type { WatchersOffer } from '../contract.ts';
import { offerLimits } from '../model/offer.rules.ts';
import { offerDeadlines } from '../model/offer.times.ts';

const members = (count: number) => `${count} ${count === 1 ? 'member' : 'members'}`;

/** Who would receive an offer, and what it commits its seller to. */
export function reachSentence(favoriteCount: number): string {
  const who =
    favoriteCount > offerLimits.watchersAtOnce
      ? `It goes to the ${offerLimits.watchersAtOnce} members who saved this listing last.`
      : `It goes to the ${members(favoriteCount)} who saved this listing.`;
  return `${who} Whoever has an offer for it under way is left out. Who accepts first gets it at this price, and has ${offerDeadlines.pay} to pay; you don’t accept again. Whom it went to you read once they accept or make a counter-offer.`;
}

/** The result of the last one. */
export function watchersSentence({ amount, sent, accepted, waiting, expiresAt }: WatchersOffer): string {
  const waits =
    waiting > 0
      ? `${waiting} can still answer until ${dateAndTime(new Date(expiresAt))}.`
      : 'Nobody can answer it any more.';
  return `You offered it for ${formatMoney(amount)} to ${members(sent)}. ${accepted === 0 ? 'Nobody has' : `${accepted} ${accepted === 1 ? 'has' : 'have'}`} accepted so far. ${waits}`;
}

/** Null where the next one may be sent. */
export function nextSentence({ nextAt }: WatchersOffer, now: Date): string | null {
  return now < new Date(nextAt)
    ? `Once a week is enough: the next can be sent from ${dateAndTime(new Date(nextAt))}.`
    : null;
}
