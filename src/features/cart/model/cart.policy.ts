import { definePolicy } from '#platform/policy/policy.ts';

const owner = 'anybody, their own: the session or a cookie names it, never the request';

/** A request can't name another cart, so no rule looks at one. The page to check out is a rule of orders. */
export const cartPolicy = definePolicy('a cart', {
  see: { needs: 'anybody', by: owner, at: ['GET /api/cart'] },
  'add a line': { needs: 'anybody', by: owner, at: ['POST /api/cart/lines'] },
  'change a line': { needs: 'anybody', by: owner, at: ['PATCH /api/cart/lines/{id}'] },
  'remove a line': { needs: 'anybody', by: owner, at: ['DELETE /api/cart/lines/{id}'] },
});
