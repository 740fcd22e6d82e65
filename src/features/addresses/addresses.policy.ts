import { notFound } from '#kernel/refusal.ts';
import { definePolicy } from '#platform/policy/policy.ts';

export const unknownAddress = 'We couldn’t find this address. It may have been deleted.';

export const addressPolicy = definePolicy('an address', {
  'keep own': {
    needs: 'member',
    by: 'each member',
    at: ['GET /api/addresses', 'POST /api/addresses', 'page /settings/addresses', 'page /settings/addresses/:id'],
  },
  change: {
    needs: 'member',
    by: 'its owner; for others it doesn’t exist',
    at: ['PATCH /api/addresses/{id}', 'DELETE /api/addresses/{id}'],
    of: (caller, { memberId }: { memberId: string }) => caller?.id === memberId || notFound(unknownAddress),
  },
});
