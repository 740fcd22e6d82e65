import { notFound, type Refusal } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

export const unknownList = 'We couldn’t find this want list. It may have been deleted.';

export interface PolicyList {
  ownerId: string;
  isPublic: boolean;
  /** Since when an admin hides it from other members. */
  hiddenAt: Date | null;
}

/** Public lists are visible to all; hidden ones to admins too. */
const isShown = (caller: Caller, { isPublic, hiddenAt }: PolicyList) =>
  isPublic && (hiddenAt === null || caller?.role === 'admin');

/** Private and public lists of other members get the same 404, so that it reveals neither. */
const owner = (caller: Caller, { ownerId }: PolicyList): true | Refusal =>
  caller?.id === ownerId || notFound(unknownList);
const whose = 'its owner; for others it doesn’t exist';

export const listPolicy = definePolicy('a want list', {
  'list own': {
    needs: 'member',
    by: 'each member',
    at: ['GET /api/want-lists', 'page /want-lists', 'page /want-lists/add'],
    signIn: 'Sign in to use want lists.',
  },
  make: {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/want-lists'],
    signIn: 'Sign in to use want lists.',
    verifiedEmail: true,
  },
  see: {
    needs: 'anybody',
    by: 'anybody where it is public (only admins where it is hidden), else its owner; for others it doesn’t exist',
    at: ['GET /api/want-lists/{id}', 'GET /api/want-lists/{id}/export'],
    of: (caller, list: PolicyList) => isShown(caller, list) || owner(caller, list),
  },
  change: {
    needs: 'member',
    by: whose,
    at: [
      'PATCH /api/want-lists/{id}',
      'POST /api/want-lists/{id}/lines',
      'PATCH /api/want-lists/{id}/lines/{n}',
      'DELETE /api/want-lists/{id}/lines/{n}',
      'page /want-lists/:id/edit',
    ],
    of: owner,
  },
  remove: { needs: 'member', by: whose, at: ['DELETE /api/want-lists/{id}'], of: owner },
  bring: {
    needs: 'member',
    by: whose,
    at: [
      'POST /api/want-lists/{id}/import',
      'GET /api/want-lists/{id}/import',
      'DELETE /api/want-lists/{id}/import',
      'PUT /api/want-lists/{id}/import/rows/{n}',
      'POST /api/want-lists/{id}/import/commit',
      'page /want-lists/:id/preview',
      'page /want-lists/:id/file',
    ],
    of: owner,
  },
});
