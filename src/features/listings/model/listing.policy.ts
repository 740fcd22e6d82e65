import { notAllowed, notFound, type Refusal } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

/** What a rule must know of a listing. Whether its state allows a move says `listing.process.ts`, under the lock. */
export interface PolicyListing {
  sellerId: string;
  /** Null: it was never for sale, so that for strangers there is none. */
  publishedAt: Date | string | null;
  /** Whether it is visible to its seller only: paused by an admin, or of a suspended seller. */
  isHidden?: boolean;
  /** Whether its seller and the caller have nothing to do with each other: one has blocked the other. */
  isBlocked?: boolean;
}

/** What a rule must know of a photo. */
export interface PolicyPhoto {
  /** Whether everybody sees it with its listing. */
  isShown: boolean;
  /** Null for one that no listing has any more. */
  sellerId: string | null;
  /** Both sides of each order, offer or conversation that shows it. */
  shownTo: readonly string[];
  /** The admins who may read it, for a photo of a conversation; null: all admins. */
  operators: readonly string[] | null;
}

export const unknownListing = 'We couldn’t find this listing. It may have been deleted.';
const hiddenListing = 'You can’t trade with this seller, so this listing isn’t shown to you.';
export const unknownPhoto = 'We couldn’t find this photo. It may have been deleted.';

const isSeller = (caller: Caller, listing: PolicyListing) => caller?.id === listing.sellerId;
/** What was published everybody may know of; what never was is its seller's alone. */
const isKnown = (caller: Caller, listing: PolicyListing) => listing.publishedAt !== null || isSeller(caller, listing);

/** Whether it is the caller's own to see, whatever everybody else sees. */
export const isTheirs = (caller: Caller, { sellerId, shownTo }: PolicyPhoto) =>
  caller !== null && (caller.id === sellerId || shownTo.includes(caller.id));

const isForAdmin = (caller: Caller, { operators }: PolicyPhoto) =>
  caller?.role === 'admin' && (operators === null || operators.includes(caller.id));

const sellerOr = (sentence: string) => (caller: Caller, listing: PolicyListing) =>
  isSeller(caller, listing) || (isKnown(caller, listing) ? notAllowed(sentence) : notFound(unknownListing));
const seller = sellerOr('Only the seller can change this listing.');
const known = (caller: Caller, listing: PolicyListing): true | Refusal => {
  if (!isKnown(caller, listing) || (listing.isHidden && !isSeller(caller, listing))) return notFound(unknownListing);
  return !listing.isBlocked || notFound(hiddenListing);
};

/** What is a seller's alone to do with a listing. */
export type SellersVerb = 'edit' | 'change photos' | 'publish' | 'pause' | 'resume' | 'renew' | 'remove' | 'restore';

const sellers = 'its seller; an unpublished one is unknown to all others';

export const listingPolicy = definePolicy('a listing', {
  search: {
    needs: 'anybody',
    by: 'anybody',
    at: ['GET /api/listings', 'GET /api/search/suggestions', 'GET /api/search/card-offers'],
    tier: ['GET /api/listings'],
  },
  see: {
    needs: 'anybody',
    by: 'anybody, once it was published and while it is not hidden, but whoever blocks its seller or is blocked by them; else its seller',
    at: ['GET /api/listings/{id}', 'live listing'],
    of: known,
  },
  'see a photo': {
    needs: 'anybody',
    by: 'anybody, where its listing shows it; else its seller, operators, and both sides of an order or offer that shows it; of a conversation the two, and of operators who took a report of it',
    at: ['GET /photos/{id}/{file}'],
    of: (caller, photo: PolicyPhoto) =>
      photo.isShown || isForAdmin(caller, photo) || isTheirs(caller, photo) || notFound(unknownPhoto),
  },
  'list what is not for sale': {
    needs: 'member',
    by: 'each seller, of their own',
    at: ['page /dashboard/listings', 'page /dashboard/listings/deleted', 'page /dashboard/listings/export.csv'],
    of: (caller, { sellerId }: { sellerId: string }) =>
      sellerId === caller?.id || notAllowed('Only the seller sees listings that aren’t for sale.'),
  },
  create: {
    needs: 'member',
    by: 'each member; live at once only who may publish',
    at: ['POST /api/listings', 'POST /api/listings/unfinished', 'page /listings/create'],
  },
  edit: { needs: 'member', by: sellers, at: ['PATCH /api/listings/{id}', 'page /listings/:id/edit'], of: seller },
  'change photos': {
    needs: 'member',
    by: sellers,
    at: [
      'POST /api/listings/{id}/photos',
      'PUT /api/listings/{id}/photos',
      'DELETE /api/listings/{id}/photos/{photoId}',
      'page /listings/:id/photos',
    ],
    of: seller,
  },
  move: { needs: 'member', by: sellers, at: ['page /listings/:id/move'], of: seller },
  publish: {
    needs: 'member',
    by: sellers,
    at: ['POST /api/listings/{id}/publish'],
    verifiedEmail: true,
    of: seller,
    tier: ['POST /api/listings/{id}/publish'],
  },
  pause: { needs: 'member', by: sellers, at: ['POST /api/listings/{id}/pause'], of: seller },
  resume: {
    needs: 'member',
    by: sellers,
    at: ['POST /api/listings/{id}/resume'],
    verifiedEmail: true,
    of: seller,
    tier: ['POST /api/listings/{id}/resume'],
  },
  renew: {
    needs: 'member',
    by: sellers,
    at: ['POST /api/listings/{id}/renew'],
    verifiedEmail: true,
    of: seller,
    tier: ['POST /api/listings/{id}/renew'],
  },
  remove: { needs: 'member', by: sellers, at: ['DELETE /api/listings/{id}'], of: seller },
  restore: { needs: 'member', by: sellers, at: [], of: seller },
  'read its history': {
    needs: 'member',
    by: sellers,
    at: ['GET /api/listings/{id}/history'],
    of: sellerOr('Only the seller can see the history of this listing.'),
  },
  buy: {
    needs: 'member',
    by: 'anybody but its seller',
    at: [],
    of: (caller, listing: PolicyListing) => {
      if (!isKnown(null, listing)) return notFound(unknownListing);
      return !isSeller(caller, listing) || notAllowed('You can’t buy your own listing.');
    },
  },
  bargain: {
    needs: 'member',
    by: 'anybody but its seller',
    at: [],
    of: (caller, listing: PolicyListing) => {
      if (!isKnown(null, listing)) return notFound(unknownListing);
      return !isSeller(caller, listing) || notAllowed('You can’t make an offer on your own listing.');
    },
  },
  'list one’s favourites': { needs: 'member', by: 'each member', at: ['GET /api/favorites', 'page /favorites'] },
  favourite: { needs: 'member', by: 'whoever may see it', at: ['PUT /api/favorites/{listingId}'], of: known },
  'forget a favourite': { needs: 'member', by: 'each member', at: ['DELETE /api/favorites/{listingId}'] },
});
