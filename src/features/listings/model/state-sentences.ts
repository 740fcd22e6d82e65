import type { Tier } from '#features/members/contract.ts';
import { tierDefinition, tierDefinitions } from '#features/tiers/contract.ts';
import { formatNumber, plural } from '#kernel/format.ts';
import { formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { type ListingState, type ListingStatus, type ListingVerb, storedState } from './listing.process.ts';

/** What a seller reads who cannot change a listing or its price, said before it is tried and when it is. */
export const stateSentences: Record<ListingStatus, string> = {
  draft: 'This listing is a draft.',
  active: 'This listing is live.',
  reserved: 'This listing is reserved for a buyer.',
  sold: 'This listing is sold.',
  expired: 'This listing has ended.',
  paused: 'This listing is paused.',
  removed: 'This listing has been removed.',
};

export const frozenSentence = (status: ListingStatus) => `${stateSentences[status]} You can’t change it now.`;

export const lowestOfferSentence = (floor: Money) =>
  `This price is below your minimum offer of ${formatMoney(floor)}. Lower the minimum offer first.`;

export const priceMovedSentence = (now: Money) =>
  `The price was changed to ${formatMoney(now)} in the meantime. It stays unchanged.`;

export const timeOverSentence = 'This listing ended while it was paused. Renew it to list it again.';

export const removedSentence = 'This listing has been removed.';
export const suspendedSentence = 'Your account is suspended.';
export const unknownCardSentence = 'This card is not in our card database. Choose another one.';
export const belowMinimumSentence = 'The new price would be below the minimum.';
export const aboveMaximumSentence = 'The new price would be above the maximum.';

/** For seller and admins: the reason of a pause that the seller did not make. */
const pauseSentences: Partial<Record<ListingState, string>> = {
  paused_by_tier: 'This listing is paused by your plan’s active listings limit.',
  paused_by_suspension: 'This listing is hidden while the seller is suspended.',
  paused_by_operator: 'We paused this listing.',
  paused_by_standing: 'This listing is paused until the seller completes their seller details.',
};

const refusedWords: Record<ListingVerb, string> = {
  create: 'It can’t be created now.',
  publish: 'It can’t be published now.',
  pause: 'It can’t be paused now.',
  resume: 'It can’t be resumed now.',
  renew: 'It can’t be renewed now.',
  remove: 'It can’t be deleted now.',
  restore: 'It can’t be restored now.',
  forget: 'It can’t be removed now.',
  expire: 'It can’t be ended now.',
  hold: 'It can’t be reserved now.',
  release: 'It can’t be released now.',
  sell: 'It can’t be sold now.',
};

export const wrongStateSentence = ({ state, verb }: { state: ListingState; verb: ListingVerb }) =>
  `${pauseSentences[state] ?? stateSentences[storedState(state).status]} ${refusedWords[verb]}`;

export const tierLimitSentence = ({ tier, most }: { tier: Tier; most: number }) =>
  `A ${tierDefinition(tier).displayName} can have ${plural(most, { one: '# active listing', other: '# active listings' })}, including reserved ones. Premium has no limit, and each listing lasts 30 days. Pause or delete a listing, or get Premium.`;

export function newSellerSentence({ below, value, buyers }: { below: number; value: number; buyers: number }): string {
  const limit = `Until ${below} different buyers have received your orders, you can list cards worth up to ${formatMoney(money(value, 'USD'))}.`;
  const soFar = plural(buyers, {
    one: 'So far, # buyer has received an order.',
    other: 'So far, # buyers have received an order.',
  });
  return `${limit} ${soFar} Premium has no limit.`;
}

export function descriptionSentence({ tier, most }: { tier: Tier; most: number }): string {
  const limit = `Enter at most ${formatNumber(most)} characters.`;
  const premium = formatNumber(tierDefinitions.premium.maxDescriptionLength);
  return tier === 'free' ? `${limit} The limit of Premium is ${premium}.` : limit;
}
/** For buyers of a seller who can't sell before they can be paid. */
export const salesBlockSentence = 'You can’t buy from this seller until they finish setting up payouts.';
/** For that seller. */
export const ownSalesBlockSentence =
  'Buyers can’t buy your listings now. Set up payouts in the dashboard, then try again.';

/** For a seller who owes the market. */
export const debtSentence =
  'You can’t list more cards because you owe us money for refunds. Your next sales pay it off, or contact support. The page Payouts shows the amount.';
