import { notAllowed, notFound } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

export const unknownSearch = 'We couldn’t find this saved search. It may have been deleted.';
export const unknownSeller = 'We couldn’t find this member.';

export interface PolicySearch {
  ownerId: string;
}

/** Another member's saved search is secret, so the answer is 404. */
const owner = (caller: Caller, { ownerId }: PolicySearch) => caller?.id === ownerId || notFound(unknownSearch);

export const alertPolicy = definePolicy('a saved search', {
  list: {
    needs: 'member',
    by: 'each member',
    at: ['GET /api/saved-searches', 'GET /api/follows', 'page /saved-searches'],
  },
  save: {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/saved-searches', 'page /saved-searches/new'],
    signIn: 'Sign in to save a search.',
    tier: ['POST /api/saved-searches'],
  },
  change: {
    needs: 'member',
    by: 'its owner',
    at: ['PATCH /api/saved-searches/{id}', 'page /saved-searches/:id'],
    of: owner,
  },
  remove: { needs: 'member', by: 'its owner', at: ['DELETE /api/saved-searches/{id}'], of: owner },
  follow: {
    needs: 'member',
    by: 'anybody but the seller',
    at: ['PUT /api/follows/{memberId}'],
    signIn: 'Sign in to follow a seller.',
    of: (caller, { memberId }: { memberId: string }) =>
      caller?.id !== memberId || notAllowed('You can’t follow yourself.'),
  },
  unfollow: { needs: 'member', by: 'each member', at: ['DELETE /api/follows/{memberId}'] },
});
