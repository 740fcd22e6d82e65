import { definePolicy } from '#platform/policy/policy.ts';

export const legalPolicy = definePolicy('the market’s terms', {
  read: { needs: 'anybody', by: 'anybody', at: ['GET /api/market/texts'] },
  'write a text of the market': {
    needs: 'operator',
    by: 'an operator, who is recorded',
    at: ['PUT /api/admin/market/texts/{name}'],
  },
});
