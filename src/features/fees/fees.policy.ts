import { definePolicy } from '#platform/policy/policy.ts';

export const termsPolicy = definePolicy('the market’s terms', {
  read: { needs: 'anybody', by: 'anybody', at: ['GET /api/market/fees', 'GET /api/market/texts'] },
  'change the fee': { needs: 'operator', by: 'an operator, who is recorded', at: ['PUT /api/admin/market/fee'] },
  'write a text of the market': {
    needs: 'operator',
    by: 'an operator, who is recorded',
    at: ['PUT /api/admin/market/texts/{name}'],
  },
});
