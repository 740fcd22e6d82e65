import { resetFactors } from '#features/auth/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { adminPolicy } from '../admin.policy.ts';

/**
 * Removes a member's lost second factors. Refuses an admin, oneself too (403), so that a stolen admin session cannot
 * open another admin's account; theirs are reset on the command line. The caller has stepped up.
 */
export async function resetMemberFactors(
  platform: Platform,
  member: { id: string; role: 'member' | 'admin' },
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  adminPolicy.check({ id: by, role: 'admin' }, 'reset second factors', member);
  await resetFactors(platform, { userId: member.id, by, reason });
}
