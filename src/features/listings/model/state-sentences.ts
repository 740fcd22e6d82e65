import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import type { ListingStatus } from './listing.process.ts';

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

/** For buyers of a seller who can't sell before they can be paid. */
export const salesBlockSentence = 'You can’t buy from this seller until they finish setting up payouts.';
