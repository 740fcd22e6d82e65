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
      ? `We’ll send your offer to the ${offerLimits.watchersAtOnce} members who favorited this listing most recently.`
      : plural(favoriteCount, {
          one: 'We’ll send your offer to the # member who favorited this listing.',
          other: 'We’ll send your offer to the # members who favorited this listing.',
        });
  return `${who} Members with an open offer are skipped. The first buyer to accept can buy at this price within ${offerDeadlines.pay}. You’ll see buyers’ names when they accept or counter.`;
}

/** The result of the last one. */
export function watchersSentence({ amount, sent, accepted, waiting, expiresAt }: WatchersOffer): string {
  const sum = formatMoney(amount);
  const until = dateAndTime(new Date(expiresAt));
  return [
    plural(sent, { one: `You sent # member an offer of ${sum}.`, other: `You sent # members an offer of ${sum}.` }),
    accepted === 0
      ? 'The offer hasn’t been accepted yet.'
      : plural(accepted, { one: '# member has accepted.', other: '# members have accepted.' }),
    waiting === 0
      ? 'No replies are pending.'
      : plural(waiting, { one: `# member can reply until ${until}.`, other: `# members can reply until ${until}.` }),
  ].join(' ');
}

/** Null where the next one may be sent. */
export function nextSentence({ nextAt }: WatchersOffer, now: Date): string | null {
  return now < new Date(nextAt)
    ? `You can send 1 offer a week. You can send the next one from ${dateAndTime(new Date(nextAt))}.`
    : null;
}
