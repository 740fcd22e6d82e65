import { orderPolicy } from '#features/orders/index.server.ts';
import { notAllowed } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

/** The part of the reviewed order that the policy needs. */
export interface PolicyReviewedOrder {
  buyerId: string;
  sellerId: string;
}

/** The part of a review that the policy needs: the reviewed member. */
export interface PolicyReview {
  memberId: string;
}

export const unknownReview = 'We couldn’t find this review.';

export const reviewPolicy = definePolicy('a review', {
  list: { needs: 'anybody', by: 'anybody', at: ['GET /api/profiles/{id}/reviews', 'GET /og/members/{file}'] },
  'follow one’s own': { needs: 'member', by: 'each member', at: ['page /dashboard/reviews'] },
  write: {
    needs: 'member',
    by: 'either side of the order',
    at: ['POST /api/orders/{id}/review'],
    of: (caller: Caller, order: PolicyReviewedOrder) => orderPolicy.may(caller, 'see', order),
  },
  reply: {
    needs: 'member',
    by: 'whom it is about',
    at: ['POST /api/reviews/{id}/reply'],
    of: (caller: Caller, { memberId }: PolicyReview) =>
      caller?.id === memberId || notAllowed('Only the reviewed member can reply to a review.'),
  },
});
