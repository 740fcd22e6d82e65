import { notAllowed } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

/** Members change their own status in the settings. */
const notSelf = (caller: Caller, { memberId }: { memberId: string }) =>
  caller?.id !== memberId || notAllowed('Change your own seller details in Settings.');

export const traderPolicy = definePolicy('who sells', {
  'say of oneself': {
    needs: 'member',
    by: 'each member, of themselves',
    at: ['GET /api/profile/seller', 'PUT /api/profile/seller', 'page /settings/seller'],
  },
  read: { needs: 'anybody', by: 'anybody', at: ['GET /api/profiles/{id}/seller'] },
  mark: {
    needs: 'operator',
    by: 'an admin, for other members; recorded in the audit log',
    at: ['POST /api/admin/members/{id}/trader', 'DELETE /api/admin/members/{id}/trader'],
    of: notSelf,
  },
});
