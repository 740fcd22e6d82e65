import { definePolicy } from '#platform/policy/policy.ts';

export const pricePolicy = definePolicy('prices of a card', {
  see: {
    needs: 'anybody',
    by: 'premium members',
    at: ['GET /api/catalogue/cards/{id}/prices', 'GET /api/catalogue/cards/{id}/prices.csv'],
    tier: ['GET /api/catalogue/cards/{id}/prices', 'GET /api/catalogue/cards/{id}/prices.csv'],
  },
  compare: { needs: 'member', by: 'each member', at: ['page /cards/:id/prices'] },
});
