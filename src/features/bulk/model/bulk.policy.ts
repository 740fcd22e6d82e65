import { notFound, type Refusal } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

export const unknownBulk = 'We couldn’t find this bulk edit. It may have been deleted.';
export const unknownRule = 'We couldn’t find this price rule. It may have been deleted.';

const its = (caller: Caller, { sellerId }: { sellerId: string }): true | Refusal =>
  caller?.id === sellerId || notFound(unknownBulk);
const whose = 'the seller who asked for it; for all others there is none';

export const bulkPolicy = definePolicy('a change of many listings', {
  ask: {
    needs: 'member',
    by: 'each member of premium, of their own listings',
    at: ['POST /api/listings/bulk', 'page /dashboard/listings/bulk'],
    signIn: 'Sign in to bulk edit your listings.',
    tier: ['POST /api/listings/bulk', 'page /dashboard/listings/bulk'],
  },
  see: {
    needs: 'member',
    by: whose,
    at: ['GET /api/listings/bulk/{id}', 'GET /api/listings/bulk/{id}/changes', 'page /dashboard/listings/bulk/:id'],
    of: its,
  },
  commit: {
    needs: 'member',
    by: whose,
    at: ['POST /api/listings/bulk/{id}/commit'],
    of: its,
    tier: ['POST /api/listings/bulk/{id}/commit'],
  },
  undo: { needs: 'member', by: whose, at: ['POST /api/listings/bulk/{id}/undo'], of: its },
  'make a rule': {
    needs: 'member',
    by: 'each member of premium, of their own listings',
    at: ['POST /api/price-rules'],
    signIn: 'Sign in to create price rules.',
    tier: ['POST /api/price-rules'],
  },
  'see rules': {
    needs: 'member',
    by: 'each member, of their own',
    at: ['GET /api/price-rules', 'page /dashboard/listings/rules'],
    signIn: 'Sign in to view your price rules.',
  },
  'change a rule': {
    needs: 'member',
    by: 'the seller whose rule it is; for all others there is none',
    at: [
      'GET /api/price-rules/{id}',
      'PUT /api/price-rules/{id}',
      'DELETE /api/price-rules/{id}',
      'POST /api/price-rules/{id}/preview',
      'page /dashboard/listings/rules/:id',
    ],
    of: its,
    // A rule that is turned off requires none.
    tier: ['PUT /api/price-rules/{id}', 'POST /api/price-rules/{id}/preview'],
  },
});
