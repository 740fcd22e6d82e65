import { definePolicy } from '#platform/policy/policy.ts';

const owner = 'anybody, their own: the session or a cookie names it, never the request';

/** A request can't name another cart, so no rule looks at one. The page to check out asks the rule of orders to place one. */
export const cartPolicy = definePolicy('a cart', {
  see: { needs: 'anybody', by: owner, at: ['GET /api/cart'] },
  'add a line': { needs: 'anybody', by: owner, at: ['POST /api/cart/lines'] },
  'change a line': { needs: 'anybody', by: owner, at: ['PATCH /api/cart/lines/{id}'] },
  buy: {
    needs: 'member',
    by: 'each member, their own',
    at: ['POST /api/purchases'],
    signIn: 'Sign in to buy.',
    verifiedEmail: true,
  },
  'choose shipping': { needs: 'anybody', by: owner, at: ['PATCH /api/cart'] },
  'remove a line': { needs: 'anybody', by: owner, at: ['DELETE /api/cart/lines/{id}'] },
});
