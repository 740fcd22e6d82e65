/** The life of a listing, as data. Guards, buttons, badges, the API's verbs and the tests are derived from it. */
export const listingStatuses = ['draft', 'active', 'reserved', 'sold', 'expired', 'paused', 'removed'] as const;
export type ListingStatus = (typeof listingStatuses)[number];

/** `orders` stands for the rooms that hold and sell stock, `timer` for the expiry job, `tier` for a change of the seller's tier, `suspension` for
 * one of the seller. */
export type ListingMover = 'seller' | 'orders' | 'timer' | 'tier' | 'operator' | 'suspension';

export interface ListingTransition {
  verb: 'publish' | 'pause' | 'hide' | 'show' | 'resume' | 'renew' | 'remove' | 'expire' | 'hold' | 'release' | 'sell';
  from: readonly ListingStatus[];
  to: ListingStatus;
  by: readonly ListingMover[];
}

export const listingTransitions: readonly ListingTransition[] = [
  { verb: 'publish', from: ['draft'], to: 'active', by: ['seller'] },
  { verb: 'pause', from: ['active'], to: 'paused', by: ['seller', 'tier', 'operator'] },
  { verb: 'resume', from: ['paused'], to: 'active', by: ['seller', 'tier'] },
  // A reserved one too: its buyer may still pay, and then it is sold.
  { verb: 'hide', from: ['active', 'reserved'], to: 'paused', by: ['suspension'] },
  { verb: 'show', from: ['paused'], to: 'active', by: ['suspension'] },
  { verb: 'renew', from: ['active', 'expired', 'paused'], to: 'active', by: ['seller'] },
  { verb: 'remove', from: ['draft', 'active', 'expired', 'paused'], to: 'removed', by: ['seller', 'operator'] },
  { verb: 'expire', from: ['active'], to: 'expired', by: ['timer'] },
  // A hold on the last copy reserves; on one of several the listing stays active with fewer available.
  { verb: 'hold', from: ['active'], to: 'reserved', by: ['orders'] },
  { verb: 'release', from: ['reserved'], to: 'active', by: ['orders'] },
  { verb: 'sell', from: ['reserved', 'active'], to: 'sold', by: ['orders'] },
];

export type ListingVerb = ListingTransition['verb'];

/** The states in which a listing takes one of the seller's places (a reserved one does, a paused one does not). */
export const liveStatuses: readonly ListingStatus[] = ['active', 'reserved'];

/** The states in which everyone may open the page: what was never published and what was taken down are not among them. */
export const publicStatuses: readonly ListingStatus[] = ['active', 'reserved', 'sold', 'expired', 'paused'];

/** The states in which nothing may be edited: what a buyer is paying for, has paid for, or what is gone. */
export const frozenStatuses: readonly ListingStatus[] = ['reserved', 'sold', 'removed'];

export function transition(verb: ListingVerb): ListingTransition {
  const found = listingTransitions.find((row) => row.verb === verb);
  if (!found) throw new RangeError(`no such verb: ${verb}`);
  return found;
}

export function mayMove(verb: ListingVerb, from: ListingStatus): boolean {
  return transition(verb).from.includes(from);
}

/** What a seller may do next from a state, for buttons. */
export function sellerVerbs(from: ListingStatus): ListingVerb[] {
  return listingTransitions.filter((row) => row.by.includes('seller') && row.from.includes(from)).map((row) => row.verb);
}
