import { definePolicy } from '#platform/policy/policy.ts';

export const legalPolicy = definePolicy('the market’s terms', {
  read: { needs: 'anybody', by: 'anybody', at: ['GET /api/market/texts'] },
  'write a text of the market': {
    needs: 'operator',
    by: 'an admin; recorded in the audit log',
    at: ['PUT /api/admin/market/texts/{name}'],
  },
});
