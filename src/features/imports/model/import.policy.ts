import { notFound, type Refusal } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

export const unknownImport = 'We couldn’t find this import. It may have been deleted.';

const its = (caller: Caller, { sellerId }: { sellerId: string }): true | Refusal =>
  caller?.id === sellerId || notFound(unknownImport);
const whose = 'the seller who brought it; for all others there is none';

export const importPolicy = definePolicy('an import of stock', {
  bring: {
    needs: 'member',
    by: 'each member of premium, for themselves',
    at: ['POST /api/listings/import', 'page /listings/import', 'page /listings/import/file'],
    signIn: 'Sign in to import a file.',
    tier: ['POST /api/listings/import', 'page /listings/import'],
  },
  'take along': {
    needs: 'member',
    by: 'each member of premium, their own stock',
    at: ['GET /api/listings/export.csv'],
    signIn: 'Sign in to export your inventory.',
    tier: ['GET /api/listings/export.csv'],
  },
  explain: {
    needs: 'member',
    by: 'each member of premium, their own files',
    at: ['PUT /api/listings/import/columns'],
    signIn: 'Sign in to save column mappings.',
    tier: ['PUT /api/listings/import/columns'],
  },
  'forget columns': {
    needs: 'member',
    by: 'the seller who explained them; for all others there are none',
    at: ['DELETE /api/listings/import/columns/{id}'],
    of: its,
  },
  see: {
    needs: 'member',
    by: whose,
    at: ['GET /api/listings/import/{id}', 'GET /api/listings/import/{id}/left.csv', 'page /listings/import/:id'],
    of: its,
  },
  change: { needs: 'member', by: whose, at: ['PUT /api/listings/import/{id}/rows/{n}'], of: its },
  // Its form is on the page of the import; new prices require premium, as in bulk edit.
  'change many': { needs: 'member', by: `${whose}; new prices only with premium`, at: [], of: its },
  commit: {
    needs: 'member',
    by: whose,
    at: ['POST /api/listings/import/{id}/commit'],
    of: its,
    tier: ['POST /api/listings/import/{id}/commit'],
  },
  undo: { needs: 'member', by: whose, at: ['POST /api/listings/import/{id}/undo'], of: its },
});
