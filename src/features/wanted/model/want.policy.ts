import { notAllowed, notFound } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

/** The facts of a want that rules need. `want.process.ts` checks the state under the lock. */
export interface PolicyWant {
  ownerId: string;
  /** Since when an admin hides it from all members but its owner. */
  hiddenAt?: Date | null;
}

export const unknownWant = 'We couldn’t find this wanted post. It may have been deleted.';

const owner = (caller: Caller, { ownerId, hiddenAt }: PolicyWant) =>
  caller?.id === ownerId ||
  (hiddenAt ? notFound(unknownWant) : notAllowed('Only its author can change this wanted post.'));

export const wantPolicy = definePolicy('a wanted post', {
  list: { needs: 'anybody', by: 'anybody', at: ['GET /api/wanted'], tier: ['GET /api/wanted'] },
  see: { needs: 'anybody', by: 'anybody', at: ['GET /api/wanted/{id}', 'live wanted'] },
  'follow one’s own': { needs: 'member', by: 'each member', at: ['page /dashboard/wanted'] },
  count: { needs: 'member', by: 'each member', at: ['page /cards/:id/wanted'] },
  make: {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/wanted', 'page /wanted/create'],
    signIn: 'Sign in to create a wanted post.',
    verifiedEmail: true,
  },
  edit: {
    needs: 'member',
    by: 'its author',
    at: ['PATCH /api/wanted/{id}', 'page /wanted/:id/end', 'page /wanted/:id/renew', 'page /wanted/:id/edit'],
    of: owner,
  },
  remove: { needs: 'member', by: 'its author', at: ['DELETE /api/wanted/{id}'], of: owner },
  respond: {
    needs: 'member',
    by: 'anybody but its author',
    at: ['POST /api/wanted/{id}/respond', 'page /wanted/:id/answer'],
    of: (caller, { ownerId }: PolicyWant) =>
      caller?.id !== ownerId || notAllowed('You can’t reply to your own wanted post.'),
  },
});
