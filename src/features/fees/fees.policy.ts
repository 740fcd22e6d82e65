import { definePolicy } from '#platform/policy/policy.ts';

export const feesPolicy = definePolicy('the market’s terms', {
  read: { needs: 'anybody', by: 'anybody', at: ['GET /api/market/fees'] },
  'change the fee': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: ['PUT /api/admin/market/fee'],
    stepUp: 'always',
  },
});
