import { frozenStatuses, type ListingStatus, type ListingVerb, mayMove, publicStatuses, type StoredState, stateOf } from './listing.process.ts';

/** Who may do what with a listing, for the API, the pages and the tests alike. */
export interface PolicyListing {
  sellerId: string;
  status: ListingStatus;
}
export interface PolicyMember {
  id: string;
  role: 'member' | 'admin';
}

/** A draft is its seller's alone; what was published everybody may see, until it is taken down. */
export function maySee(member: PolicyMember | null, listing: PolicyListing): boolean {
  return publicStatuses.includes(listing.status) || member?.id === listing.sellerId;
}

export function mayEdit(member: PolicyMember | null, listing: PolicyListing): boolean {
  return member?.id === listing.sellerId && !frozenStatuses.includes(listing.status);
}

export function mayDo(member: PolicyMember | null, verb: ListingVerb, listing: PolicyListing & StoredState): boolean {
  return member?.id === listing.sellerId && mayMove(verb, 'seller', stateOf(listing));
}

/** Nobody buys from themselves. A visitor is asked to sign in first, so for them the answer is what it would be for a stranger. */
export function mayBuy(member: PolicyMember | null, listing: PolicyListing): boolean {
  return listing.status === 'active' && member?.id !== listing.sellerId;
}
