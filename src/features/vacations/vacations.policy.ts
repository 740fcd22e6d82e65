import { definePolicy } from '#platform/policy/policy.ts';

export const vacationsPolicy = definePolicy('a return from vacation', {
  'be told': {
    needs: 'member',
    by: 'each member, of somebody else who is away',
    at: ['PUT /api/profiles/{id}/return-notice', 'DELETE /api/profiles/{id}/return-notice', 'page /profile/:id/return'],
    signIn: 'Sign in to be notified when this seller is back.',
  },
});
