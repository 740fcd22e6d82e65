import { definePolicy } from '#platform/policy/policy.ts';

export const pricePolicy = definePolicy('prices of a card', {
  see: {
    needs: 'anybody',
    by: 'anybody, the last 30 days',
    at: ['GET /api/catalogue/cards/{id}/prices', 'GET /api/catalogue/cards/{id}/prices.csv'],
    tier: ['GET /api/catalogue/cards/{id}/prices', 'GET /api/catalogue/cards/{id}/prices.csv'],
  },
  compare: { needs: 'member', by: 'each member', at: ['page /cards/:id/prices'] },
});
