import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import type { ListingStatus } from './listing.process.ts';

/** What a seller reads who cannot change a listing or its price, said before it is tried and when it is. */
export const stateSentences: Record<ListingStatus, string> = {
  draft: 'This listing is a draft.',
  active: 'This listing is live.',
  reserved: 'This listing is reserved for a buyer.',
  sold: 'This listing is sold.',
  expired: 'This listing has expired.',
  paused: 'This listing is paused.',
  removed: 'This listing has been removed.',
};

export const frozenSentence = (status: ListingStatus) => `${stateSentences[status]} It can't be changed any more.`;

export const lowestOfferSentence = (floor: Money) =>
  `The price must not be below ${formatMoney(floor)}, your lowest offer. Lower that first.`;

export const priceMovedSentence = (now: Money) =>
  `Its price was changed meanwhile and is ${formatMoney(now)} now, so it stays.`;

export const timeOverSentence = 'Its time ran out while it was paused. Renew it to start again.';
