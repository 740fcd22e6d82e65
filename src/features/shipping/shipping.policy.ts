import { definePolicy } from '#platform/policy/policy.ts';

export const shippingPolicy = definePolicy('a shipping table', {
  'keep own': {
    needs: 'member',
    by: 'each member',
    at: ['GET /api/shipping', 'PUT /api/shipping', 'page /dashboard/shipping'],
  },
  'read the figures': { needs: 'anybody', by: 'anybody', at: ['GET /api/market/shipping'] },
  'change the figures': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: ['PUT /api/admin/market/shipping'],
    stepUp: 'always',
  },
  'suggest methods': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: ['GET /api/admin/market/shipping-table', 'PUT /api/admin/market/shipping-table'],
  },
});
