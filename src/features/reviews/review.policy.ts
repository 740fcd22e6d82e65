import { notAllowed } from '#kernel/refusal.ts';
import { type Asker, definePolicy } from '#platform/policy/policy.ts';

/** What a rule must know of a review. */
export interface PolicyReview {
  memberId: string;
}

/** Who may write one of an order says the order's own rule, `see`: its two sides. */
export const reviewPolicy = definePolicy('a review', {
  list: { needs: 'anybody', by: 'anybody', at: ['GET /api/profiles/{id}/reviews'] },
  write: { needs: 'member', by: 'either side of the order', at: ['POST /api/orders/{id}/review'] },
  reply: {
    needs: 'member',
    by: 'whom it is about',
    at: ['POST /api/reviews/{id}/reply'],
    of: (asker: Asker, { memberId }: PolicyReview) => asker?.id === memberId || notAllowed('Only the member whom it is about can answer a review.'),
  },
});
