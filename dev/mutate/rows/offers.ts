import { type Mutation, planted } from '../mutation.ts';

const offers = 'src/features/offers';
const sent = ['src/app/offers-to-watchers.test.ts'];
const many = ['src/features/offers/answer-many.test.ts'];
const at = (file: string, tests: readonly string[]) => ({ area: 'offers', row: 'ST-14', file: `${offers}/${file}`, tests });

export const offerRows: readonly Mutation[] = [
  ...planted(
    at('offer-watchers.server.ts', sent),
    ['one is sent every day', 'if (last && now < new Date(last.nextAt)) throw', 'if (false) throw'],
    ['the blocked hear of it', 'new Set([sellerId, ...apart, ...busy', 'new Set([sellerId, ...busy'],
    ['the suspended hear of it', ' || (await isSuspended(tx.db, userId))', ''],
    ['anybody sends it', "offerPolicy.check(actor, 'offer to who saved it', listing);", ''],
    ['what is off sale is offered', 'refuseOffSale(listing, now);', ''],
  ),
  ...planted(
    at('offer.letters.ts', sent),
    ['the seller hears of each who declines', 'if (toWatchers) return [];', ''],
    ['two mails about one', "!(toWatchers && letter === 'ended')", 'true'],
  ),
  ...planted(at('make-offer.server.ts', sent), ['it takes the places of those who offer', ', not(sentToWatchers))', ')']),
  ...planted(at('accept-offer.server.ts', sent), ['it is accepted above the price', ' || price.amount < row.amount', '']),
  ...planted(
    at('answer-many.server.ts', many),
    ['one that is refused keeps the others', 'if (!isRefusal(error)) throw error;', 'throw error;'],
    ['no reason is passed on', 'declineOffer(platform, actor, id, input)', 'declineOffer(platform, actor, id, {})'],
  ),
];
