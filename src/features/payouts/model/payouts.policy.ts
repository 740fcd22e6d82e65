import { definePolicy } from '#platform/policy/policy.ts';

export const payoutsPolicy = definePolicy('payouts', {
  'read account': {
    needs: 'member',
    by: 'each member, their own',
    at: ['GET /api/payouts/account', 'page /dashboard/payouts/account'],
  },
  'set up account': {
    needs: 'member',
    by: 'each member, their own, with a verified identity',
    verifiedEmail: true,
    at: ['POST /api/payouts/account/link'],
  },
  'read statements': {
    needs: 'member',
    by: 'each member, their own',
    at: [
      'GET /api/payouts/statements/{month}',
      'GET /api/payouts/statements/{month}/statement.csv',
      'GET /api/payouts/statements/{month}/statement.pdf',
      'page /dashboard/payouts/statements',
    ],
  },
});
