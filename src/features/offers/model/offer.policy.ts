import { notAllowed, notFound, type Refusal } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';
import { type OfferSide, type OfferVerb, sideOf } from './offer.process.ts';

/** The part of an offer that the policy needs. `offer.process.ts` decides by its state, under the lock. */
export interface PolicyOffer {
  buyerId: string;
  sellerId: string;
  madeBy: OfferSide;
}

export const unknownOffer = 'We couldn’t find this offer.';

/** Which side of the offer a member is on; null for all others, who get 404. */
export function sideIn(
  { buyerId, sellerId }: Pick<PolicyOffer, 'buyerId' | 'sellerId'>,
  memberId: string | undefined,
): OfferSide | null {
  return memberId === buyerId ? 'buyer' : memberId === sellerId ? 'seller' : null;
}

const eitherSide = (caller: Caller, offer: PolicyOffer): true | Refusal =>
  sideIn(offer, caller?.id) !== null || notFound(unknownOffer);

const ofVerb = (verb: OfferVerb) => (caller: Caller, offer: PolicyOffer) => {
  const side = sideIn(offer, caller?.id);
  if (side === null) return notFound(unknownOffer);
  if (side === sideOf(verb, offer.madeBy)) return true;
  return notAllowed(
    verb === 'withdraw'
      ? 'Only the member who made this offer can withdraw it.'
      : sideOf(verb, offer.madeBy) === 'buyer'
        ? 'Only the buyer can reply to this offer.'
        : 'Only the seller can reply to this offer.',
  );
};

export const offerPolicy = definePolicy('an offer', {
  make: {
    needs: 'member',
    by: 'each member, for listings of other members',
    at: [
      'POST /api/listings/{id}/offers',
      'POST /api/offers/basket',
      'page /listings/:id/offer',
      'page /offers/basket',
    ],
    signIn: 'Sign in to make an offer.',
    verifiedEmail: true,
  },
  'offer to who saved it': {
    needs: 'member',
    by: 'the seller of the listing',
    at: ['POST /api/listings/{id}/offers/watchers', 'page /listings/:id/watchers'],
    verifiedEmail: true,
    of: (caller, { sellerId }: Pick<PolicyOffer, 'sellerId'>) =>
      sellerId === caller?.id || notAllowed('Only the seller can send an offer to interested buyers.'),
  },
  list: { needs: 'member', by: 'each member, of their own', at: ['GET /api/offers', 'page /offers'] },
  see: {
    needs: 'member',
    by: 'its buyer and its seller; not found for all others',
    at: ['GET /api/offers/{id}'],
    of: eitherSide,
  },
  accept: {
    needs: 'member',
    by: 'the side that it waits for',
    at: ['POST /api/offers/{id}/accept'],
    of: ofVerb('accept'),
  },
  decline: {
    needs: 'member',
    by: 'the side that it waits for',
    at: ['POST /api/offers/{id}/decline'],
    of: ofVerb('decline'),
  },
  counter: {
    needs: 'member',
    by: 'the side that it waits for',
    at: ['POST /api/offers/{id}/counter'],
    of: ofVerb('counter'),
  },
  withdraw: {
    needs: 'member',
    by: 'the side that made it',
    at: ['POST /api/offers/{id}/withdraw'],
    of: ofVerb('withdraw'),
  },
  clear: {
    needs: 'member',
    by: 'its buyer and its seller, each from their own list',
    at: ['POST /api/offers/{id}/clear'],
    of: eitherSide,
  },
});
