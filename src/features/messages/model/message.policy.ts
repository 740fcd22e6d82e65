import { notFound, type Refusal } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

/** The facts of a thread that rules need. */
export interface PolicyThread {
  firstId: string;
  secondId: string;
}

export const unknownThread = 'We couldn’t find this conversation.';
export const unknownMember = 'We couldn’t find this member.';

const itsTwo = (actor: Caller, { firstId, secondId }: PolicyThread): true | Refusal =>
  actor?.id === firstId || actor?.id === secondId || notFound(unknownThread);
const two = 'its two members; not found for all others';

export const messagePolicy = definePolicy('a conversation', {
  open: {
    needs: 'member',
    by: 'each member, with members who can be contacted about the subject',
    at: ['POST /api/threads'],
    signIn: 'Sign in to send a message.',
    verifiedEmail: true,
  },
  list: { needs: 'member', by: 'each member, of their own', at: ['GET /api/threads', 'page /messages'] },
  see: {
    needs: 'member',
    by: two,
    at: ['GET /api/threads/{id}', 'GET /api/threads/{id}/messages', 'page /messages/:id', 'live thread'],
    of: itsTwo,
  },
  write: { needs: 'member', by: two, at: ['POST /api/threads/{id}/messages'], verifiedEmail: true, of: itsTwo },
  attach: { needs: 'member', by: two, at: ['POST /api/threads/{id}/photos'], of: itsTwo },
  read: { needs: 'member', by: two, at: ['POST /api/threads/{id}/read'], of: itsTwo },
  delete: { needs: 'member', by: `${two}, each for themselves`, at: ['DELETE /api/threads/{id}'], of: itsTwo },
  block: {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/members/{id}/block', 'DELETE /api/members/{id}/block', 'GET /api/blocks', 'page /settings/blocks'],
  },
  report: {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/members/{id}/report', 'POST /api/reports', 'page /report/:kind/:id'],
  },
});
