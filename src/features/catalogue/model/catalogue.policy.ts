import { definePolicy } from '#platform/policy/policy.ts';

export const cataloguePolicy = definePolicy('the catalogue', {
  read: {
    needs: 'anybody',
    by: 'anybody',
    at: [
      'GET /api/catalogue/games',
      'GET /api/catalogue/sets',
      'GET /api/catalogue/cards',
      'GET /api/catalogue/cards/{id}',
    ],
    tier: ['GET /api/catalogue/cards'],
  },
});
