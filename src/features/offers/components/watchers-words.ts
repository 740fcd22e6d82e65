import { plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dateAndTime } from '#kernel/time.ts';
import type { WatchersOffer } from '../contract.ts';
import { offerLimits } from '../model/offer.rules.ts';
import { offerDeadlines } from '../model/offer.times.ts';

/** Who would receive an offer, and what it commits its seller to. */
export function reachSentence(favoriteCount: number): string {
  const who =
    favoriteCount > offerLimits.watchersAtOnce
      ? `Your offer goes to the ${offerLimits.watchersAtOnce} members who favorited this listing last.`
      : plural(favoriteCount, {
          one: 'Your offer goes to the # member who favorited this listing.',
          other: 'Your offer goes to the # members who favorited this listing.',
        });
  return `${who} Members with an open offer are skipped. The first to accept gets it at this price and has ${offerDeadlines.pay} to pay. You’ll see who they are when they accept or counter.`;
}

/** The result of the last one. */
export function watchersSentence({ amount, sent, accepted, waiting, expiresAt }: WatchersOffer): string {
  const sum = formatMoney(amount);
  const until = dateAndTime(new Date(expiresAt));
  return [
    plural(sent, { one: `You offered it to # member for ${sum}.`, other: `You offered it to # members for ${sum}.` }),
    accepted === 0
      ? 'It hasn’t been accepted yet.'
      : plural(accepted, { one: '# member has accepted.', other: '# members have accepted.' }),
    waiting === 0
      ? 'No replies are pending.'
      : plural(waiting, { one: `# member can reply until ${until}.`, other: `# members can reply until ${until}.` }),
  ].join(' ');
}

/** Null where the next one may be sent. */
export function nextSentence({ nextAt }: WatchersOffer, now: Date): string | null {
  return now < new Date(nextAt)
    ? `You can send one offer a week. The next one is possible from ${dateAndTime(new Date(nextAt))}.`
    : null;
}
